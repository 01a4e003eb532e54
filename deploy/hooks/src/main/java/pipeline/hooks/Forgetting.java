package pipeline.hooks;

import java.lang.reflect.Method;
import net.bytebuddy.asm.Advice;

/**
 * Makes the consumer's store forget before it may. Its classes are called by name, since the agent
 * is built before them.
 */
public final class Forgetting {
  /** The generations that end before the drop, since only untouched objects are dropped. */
  private static final int GENERATIONS = 2;

  private Forgetting() {}

  /** Forgets all runs that are durable. */
  public static void forgetRuns(Object store) throws ReflectiveOperationException {
    store.getClass().getMethod("forget", long.class).invoke(store, Long.MAX_VALUE);
  }

  /** Drops all objects of a cache. */
  public static void drop(Object cache) throws ReflectiveOperationException {
    Method end = cache.getClass().getDeclaredMethod("endGeneration");
    end.setAccessible(true);
    for (int i = 0; i < GENERATIONS; i++) {
      end.invoke(cache);
    }
  }

  static final class OnCommit {
    private OnCommit() {}

    @Advice.OnMethodExit
    static void returning(@Advice.This Object store) throws ReflectiveOperationException {
      forgetRuns(store);
    }
  }
}
