package pipeline.testkit.process;

import java.io.IOException;
import java.time.Duration;

/** Waiting for a condition, with a limit. */
public final class Await {
  private static final long POLL_MILLIS = 25;

  private Await() {}

  /** A question that may fail or take a while. */
  public interface Condition {
    boolean holds() throws Exception;
  }

  /**
   * Asks until the condition holds; a condition that throws counts as not yet.
   *
   * @return whether the condition held within the limit
   */
  public static boolean holds(Duration limit, Condition condition) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (!answered(condition)) {
      if (System.nanoTime() - end >= 0) {
        return false;
      }
      Thread.sleep(POLL_MILLIS);
    }
    return true;
  }

  /**
   * Waits like {@link #holds} for a condition that must come to hold.
   *
   * @throws StuckException the condition did not hold within the limit
   */
  public static void until(String what, Duration limit, Condition condition)
      throws InterruptedException, StuckException {
    if (!holds(limit, condition)) {
      throw new StuckException("no " + what + " within " + limit.toSeconds() + " s");
    }
  }

  /** Says why a program is not ready yet; empty for no reason. */
  public interface Reason {
    String said() throws InterruptedException;
  }

  /**
   * Waits until a program can be used.
   *
   * @param reason asked if it is not ready in time
   * @throws ProgramException it ended, or is not ready in time
   */
  public static void ready(ChildProcess program, Duration limit, Reason reason, Condition ready)
      throws IOException, InterruptedException {
    // asked first: what cannot be reached throws, which counts as not yet
    if (!holds(limit, () -> program.isDone() || ready.holds())) {
      String why = reason.said().isEmpty() ? "" : " (" + reason.said() + ")";
      throw program.failed("is not ready after " + limit.toSeconds() + " s" + why);
    }
    if (program.isDone() && !answered(ready)) {
      throw program.failed("ended with exit code " + program.awaitEnd() + " before it was ready");
    }
  }

  private static boolean answered(Condition condition) throws InterruptedException {
    try {
      return condition.holds();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return false;
    }
  }
}
