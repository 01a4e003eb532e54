package pipeline.testkit.process;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * The one shutdown hook of a JVM that has children. When the JVM is told to end, the main program
 * is interrupted and closes what it has, in its own order; then the children that are left are
 * killed, the last first. Thread-safe.
 */
public final class AtExit {
  /** The time that ending programs and writing files can take. */
  private static final long LEAVE_SECONDS = 90;

  private static final Deque<Runnable> KILLS = new ArrayDeque<>();
  private static Runnable interruption = () -> {};
  private static boolean ended;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(AtExit::end, "at-exit"));
  }

  private AtExit() {}

  /**
   * Runs the main program on this thread, which is interrupted when the JVM is told to end.
   *
   * @return what the program returns; the JVM does not end before
   */
  public static int interrupting(IntSupplier program) {
    Thread running = Thread.currentThread();
    CountDownLatch left = new CountDownLatch(1);
    synchronized (KILLS) {
      interruption =
          () -> {
            running.interrupt();
            await(left);
          };
    }
    try {
      return program.getAsInt();
    } finally {
      left.countDown();
    }
  }

  /**
   * Has something killed when the JVM ends.
   *
   * @throws IllegalStateException it is too late for that
   */
  static void add(Runnable kill) {
    synchronized (KILLS) {
      if (ended) {
        throw new IllegalStateException("the JVM is ending");
      }
      KILLS.push(kill);
    }
  }

  static void remove(Runnable kill) {
    synchronized (KILLS) {
      KILLS.remove(kill);
    }
  }

  private static void end() {
    Runnable first;
    synchronized (KILLS) {
      first = interruption;
    }
    first.run();
    synchronized (KILLS) {
      ended = true;
      KILLS.forEach(Runnable::run);
    }
  }

  private static void await(CountDownLatch left) {
    try {
      left.await(LEAVE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
