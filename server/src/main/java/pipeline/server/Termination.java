package pipeline.server;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * SIGTERM and Ctrl-C: the program is told, gets some seconds to end by itself, and its own exit
 * code is the process's. Thread-safe.
 */
final class Termination {
  private static final long LIMIT_SECONDS = 8;

  private final CountDownLatch told;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile int exitCode = Main.FAILED;

  private Termination(CountDownLatch told) {
    this.told = told;
  }

  /**
   * @param told counted down at a signal
   */
  static Termination onSignal(CountDownLatch told) {
    Termination termination = new Termination(told);
    Runtime.getRuntime().addShutdownHook(new Thread(termination::stop, "termination"));
    return termination;
  }

  /** Ends the process with the program's own exit code. */
  void ended(int code) {
    exitCode = code;
    ended.countDown();
    if (told.getCount() > 0) {
      System.exit(code);
    }
  }

  private void stop() {
    told.countDown();
    try {
      ended.await(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // a second System.exit would wait for this hook for ever
    Runtime.getRuntime().halt(exitCode);
  }
}
