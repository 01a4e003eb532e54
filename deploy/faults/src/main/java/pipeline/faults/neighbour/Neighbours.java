package pipeline.faults.neighbour;

import java.io.Closeable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import pipeline.testkit.process.Await;

/** The neighbours at one run's server, past its proxies. Used by the run's thread only. */
public final class Neighbours implements Closeable {
  private static final Duration AIM_LIMIT = Duration.ofSeconds(10);

  private final int port;
  private final List<Visit> visits = new ArrayList<>();

  /** None yet, at the server on that port of the loopback. */
  public Neighbours(int port) {
    this.port = port;
  }

  public void add(Neighbour neighbour) {
    visits.add(neighbour.at(port));
  }

  /** All go, once each has reached its aim or the load beside them is over. */
  public void leave(BooleanSupplier loadIsOver) throws InterruptedException {
    Await.holds(AIM_LIMIT, () -> reachedAims() || loadIsOver.getAsBoolean());
    close();
  }

  /** Whether every neighbour has reached its aim. */
  public boolean reachedAims() {
    return visits.stream().allMatch(Visit::hasReachedAim);
  }

  /** All go at once. */
  @Override
  public void close() {
    visits.forEach(Visit::close);
  }
}
