package pipeline.client.load;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Tells the workers to send nothing more: what is in flight is finished. Thread-safe. */
public final class StopSignal {
  private final AtomicReference<String> reason = new AtomicReference<>();
  private final CountDownLatch requested = new CountDownLatch(1);

  /** Asks for the stop; the first reason given is kept. */
  public void request(String why) {
    reason.compareAndSet(null, why);
    requested.countDown();
  }

  public boolean isRequested() {
    return requested.getCount() == 0;
  }

  /** The reason why the stop was requested; empty if it was not. */
  public Optional<String> reason() {
    return Optional.ofNullable(reason.get());
  }

  /**
   * Waits, but not past a stop.
   *
   * @return true if the stop was requested before the time was over
   */
  public boolean await(long nanos) throws InterruptedException {
    return requested.await(nanos, TimeUnit.NANOSECONDS);
  }
}
