package pipeline.testkit.process;

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
