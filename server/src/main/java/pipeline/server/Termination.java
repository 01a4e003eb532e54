package pipeline.server;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * SIGTERM and Ctrl-C: the program is told, gets some seconds to end by itself, and its own exit
 * code is the process's. Thread-safe.
 */
final class Termination implements StopSignal {
  private static final long LIMIT_SECONDS = 8;

  private final CountDownLatch told = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile int exitCode = Main.FAILED;

  private Termination() {}

  static Termination onSignal() {
    Termination termination = new Termination();
    Runtime.getRuntime().addShutdownHook(new Thread(termination::stop, "termination"));
    return termination;
  }

  @Override
  public void await() throws InterruptedException {
    told.await();
  }

  /** The program's last act. */
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
