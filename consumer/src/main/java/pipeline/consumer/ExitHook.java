package pipeline.consumer;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets SIGTERM and Ctrl-C end the program in order: the shutdown hook stops the run, waits for it,
 * and halts with the run's exit status instead of the signal's.
 */
final class ExitHook {
  /** Longer than the sum of all waits while stopping. */
  private static final long MAX_WAIT_SECONDS = 30;

  private final CountDownLatch stop;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile int status = 1;

  private ExitHook(CountDownLatch stop) {
    this.stop = stop;
  }

  /**
   * Registers the hook with the JVM.
   *
   * @param stop counted down at a signal
   */
  static ExitHook install(CountDownLatch stop) {
    ExitHook hook = new ExitHook(stop);
    Runtime.getRuntime().addShutdownHook(new Thread(hook::stopRun, "exit"));
    return hook;
  }

  /** Ends the process when the run is over, with or without a signal. */
  void exit(int exitStatus) {
    status = exitStatus;
    ended.countDown();
    System.exit(exitStatus);
  }

  private void stopRun() {
    stop.countDown();
    try {
      if (!ended.await(MAX_WAIT_SECONDS, TimeUnit.SECONDS)) {
        System.err.println(
            "consumer: does not end in time, exiting; unacked messages will be redelivered");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(status);
  }
}
