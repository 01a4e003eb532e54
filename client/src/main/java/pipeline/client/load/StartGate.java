package pipeline.client.load;

import java.util.concurrent.CountDownLatch;

/** Holds threads back until they may start. Thread-safe. */
final class StartGate {
  private final CountDownLatch opened = new CountDownLatch(1);
  private long startNanos;

  /**
   * Lets all threads pass; only the first call counts.
   *
   * @param stepStartNanos what they are to take as the beginning of their step
   */
  synchronized void open(long stepStartNanos) {
    if (opened.getCount() > 0) {
      startNanos = stepStartNanos;
      opened.countDown();
    }
  }

  /** Waits until the gate is open and returns the beginning of the step. */
  long await() throws InterruptedException {
    opened.await();
    return startNanos;
  }
}
