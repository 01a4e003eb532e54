package pipeline.testkit.process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * The one shutdown hook of a JVM that has children. When the JVM is told to end, the main program
 * is interrupted and closes what it has, in its own order; then the children that are left are
 * killed with all that they have started. Thread-safe.
 */
public final class AtExit {
  /** The time that ending programs and writing files can take. */
  private static final long LEAVE_SECONDS = 90;

  private static volatile Runnable interruption = () -> {};
  private static volatile boolean ending;

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
    interruption =
        () -> {
          running.interrupt();
          await(left);
        };
    try {
      return program.getAsInt();
    } finally {
      left.countDown();
    }
  }

  /** Whether what is left is being killed: a child that was started now must not stay. */
  static boolean isEnding() {
    return ending;
  }

  private static void end() {
    interruption.run();
    ending = true;
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
  }

  private static void await(CountDownLatch left) {
    try {
      left.await(LEAVE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
