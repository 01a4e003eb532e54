package pipeline.faults.system;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalInt;
import pipeline.lab.process.CloseableStack;
import pipeline.testkit.proxy.Direction;
import pipeline.testkit.proxy.FaultProxy;
import pipeline.testkit.proxy.Flow;

/** The proxies of a run, one for each kind of connection. Used by the run's thread only. */
public final class Wiring implements Closeable {
  /** Slows the load down to some 600 lines a second, so that faults land within it. */
  private static final Flow THROTTLE = Flow.delayed(Duration.ofMillis(15), Duration.ZERO);

  private final Map<ProxiedConnection, FaultProxy> proxies = new EnumMap<>(ProxiedConnection.class);
  private Flow httpFlow = THROTTLE;

  /**
   * @param redisPort empty where nobody asks for Redis
   */
  Wiring(int serverPort, int brokerPort, OptionalInt redisPort) throws IOException {
    proxies.put(ProxiedConnection.HTTP, FaultProxy.onLoopback("proxy-http", serverPort));
    proxies.put(ProxiedConnection.PUBLISH, FaultProxy.onLoopback("proxy-publish", brokerPort));
    proxies.put(ProxiedConnection.CONSUME, FaultProxy.onLoopback("proxy-consume", brokerPort));
    if (redisPort.isPresent()) {
      proxies.put(
          ProxiedConnection.STORE, FaultProxy.onLoopback("proxy-store", redisPort.getAsInt()));
    }
    restoreHttp();
  }

  /** The port of the proxy, to which the connecting program connects. */
  int port(ProxiedConnection connection) {
    return proxies.get(connection).port();
  }

  public void impair(ProxiedConnection connection, Direction direction, Flow flow) {
    proxies.get(connection).set(direction, flow);
  }

  public void restore(ProxiedConnection connection, Direction direction) {
    impair(connection, direction, connection == ProxiedConnection.HTTP ? httpFlow : Flow.PASS);
  }

  public void breakOff(ProxiedConnection connection, Flow.Ending ending) {
    proxies.get(connection).closeConnections(ending);
  }

  /** Stops slowing the load down, once the faults are over. */
  public void fullSpeed() {
    httpFlow = Flow.PASS;
    restoreHttp();
  }

  private void restoreHttp() {
    restore(ProxiedConnection.HTTP, Direction.THERE);
    restore(ProxiedConnection.HTTP, Direction.BACK);
  }

  /** The number of bytes carried so far in one direction. */
  long bytes(ProxiedConnection connection, Direction direction) {
    return proxies.get(connection).bytes(direction);
  }

  @Override
  public void close() throws IOException {
    try (CloseableStack resources = new CloseableStack()) {
      proxies.values().forEach(resources::add);
    }
  }
}
