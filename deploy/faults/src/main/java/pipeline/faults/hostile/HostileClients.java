package pipeline.faults.hostile;

import java.io.Closeable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import pipeline.testkit.process.Await;

/** The hostile clients at one run's server, past its proxies. Used by the run's thread only. */
public final class HostileClients implements Closeable {
  private static final Duration AIM_LIMIT = Duration.ofSeconds(10);

  private final List<HostileLoad> loads = new ArrayList<>();

  private int port;

  /** Sets the port of the loopback that the server to attack is on. */
  public void at(int server) {
    port = server;
  }

  public void add(HostileClient client) {
    loads.add(client.at(port));
  }

  /** Ends all clients, once each has reached its aim or the load beside them is over. */
  public void leave(BooleanSupplier loadIsOver) throws InterruptedException {
    Await.holds(AIM_LIMIT, () -> reachedAims() || loadIsOver.getAsBoolean());
    close();
  }

  /** Whether every hostile client has reached its aim. */
  public boolean reachedAims() {
    return loads.stream().allMatch(HostileLoad::hasReachedAim);
  }

  /** Ends all clients at once. */
  @Override
  public void close() {
    loads.forEach(HostileLoad::close);
  }
}
