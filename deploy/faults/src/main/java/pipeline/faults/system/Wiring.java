package pipeline.faults.system;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalInt;
import pipeline.lab.process.Closer;
import pipeline.testkit.proxy.Direction;
import pipeline.testkit.proxy.FaultProxy;
import pipeline.testkit.proxy.Flow;

/** The proxies of a run, one on each line. Used by the run's thread only. */
public final class Wiring implements Closeable {
  /** Slows the load down to some 600 lines a second, so that faults land within it. */
  private static final Flow THROTTLE = Flow.delayed(Duration.ofMillis(15), Duration.ZERO);

  private final Map<Line, FaultProxy> proxies = new EnumMap<>(Line.class);
  private Flow httpFlow = THROTTLE;

  /**
   * @param redisPort empty where nobody asks for Redis
   */
  Wiring(int serverPort, int brokerPort, OptionalInt redisPort) throws IOException {
    proxies.put(Line.HTTP, FaultProxy.onLoopback("proxy-http", serverPort));
    proxies.put(Line.PUBLISH, FaultProxy.onLoopback("proxy-publish", brokerPort));
    proxies.put(Line.CONSUME, FaultProxy.onLoopback("proxy-consume", brokerPort));
    if (redisPort.isPresent()) {
      proxies.put(Line.STORE, FaultProxy.onLoopback("proxy-store", redisPort.getAsInt()));
    }
    restoreHttp();
  }

  /** Where the program at the beginning of a line connects to. */
  int port(Line line) {
    return proxies.get(line).port();
  }

  public void impair(Line line, Direction direction, Flow flow) {
    proxies.get(line).set(direction, flow);
  }

  public void restore(Line line, Direction direction) {
    impair(line, direction, line == Line.HTTP ? httpFlow : Flow.PASS);
  }

  public void breakOff(Line line, Flow.Ending ending) {
    proxies.get(line).closeConnections(ending);
  }

  /** The faults are over: what is left of the load need not be slow. */
  public void fullSpeed() {
    httpFlow = Flow.PASS;
    restoreHttp();
  }

  private void restoreHttp() {
    restore(Line.HTTP, Direction.THERE);
    restore(Line.HTTP, Direction.BACK);
  }

  /** What a line has carried so far. */
  long bytes(Line line, Direction direction) {
    return proxies.get(line).bytes(direction);
  }

  @Override
  public void close() throws IOException {
    try (Closer closer = new Closer()) {
      proxies.values().forEach(closer::add);
    }
  }
}
