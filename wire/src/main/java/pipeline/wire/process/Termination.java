package pipeline.wire.process;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Handles SIGTERM and Ctrl-C: the program is told, gets some time to end by itself, and its own
 * exit code is the process's. Thread-safe.
 */
public final class Termination {
  private static final int FAILED = 1;

  /** The parts in which a limit is waited for; a machine that stands still uses up one of them. */
  private static final int PARTS = 20;

  private final CountDownLatch told;
  private final Duration limit;
  private final String tooLate;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicBoolean alive = new AtomicBoolean();
  private volatile int exitCode = FAILED;

  private Termination(CountDownLatch told, Duration limit, String tooLate) {
    this.told = told;
    this.limit = limit;
    this.tooLate = tooLate;
  }

  /**
   * Installs the handling of signals; to be called once, before the program starts.
   *
   * @param told counted down at a signal
   * @param limit longer than the sum of all waits while the program ends, from the signal on or the
   *     last call of {@link #alive}
   * @param tooLate printed to stderr if the program takes longer; its exit code is 1 then
   */
  public static Termination onSignal(CountDownLatch told, Duration limit, String tooLate) {
    Termination termination = new Termination(told, limit, tooLate);
    Runtime.getRuntime().addShutdownHook(new Thread(termination::stop, "termination"));
    return termination;
  }

  /** Ends the process when the program is over, with or without a signal. Does not return. */
  public void exit(int code) {
    exitCode = code;
    ended.countDown();
    System.exit(code); // after a signal this waits until the hook halts
  }

  /** Tells that the program still works, such as on writing its results: its limit begins anew. */
  public void alive() {
    alive.set(true);
  }

  private void stop() {
    alive.set(false);
    told.countDown();
    try {
      int left = PARTS;
      while (left > 0 && !ended.await(limit.toNanos() / PARTS, TimeUnit.NANOSECONDS)) {
        left = alive.getAndSet(false) ? PARTS : left - 1;
      }
      if (left == 0) {
        System.err.println(tooLate);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(exitCode);
  }
}
