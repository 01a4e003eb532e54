package pipeline.hooks;

import java.util.concurrent.atomic.AtomicLong;
import net.bytebuddy.asm.Advice;

/** Ends the process, without any of its shutdown hooks, at the n-th hit of the armed point. */
public final class Crash {
  /** The exit status of a process that died by signal 9. */
  private static final int KILLED = 137;

  private static final AtomicLong REMAINING = new AtomicLong();

  private Crash() {}

  /** Dies at the {@code hit}-th call of {@link #reached} from now. */
  static void arm(long hit) {
    REMAINING.set(hit);
  }

  /** Counts a hit; called by the changed methods. Thread-safe. */
  public static void reached() {
    if (REMAINING.decrementAndGet() == 0) {
      Runtime.getRuntime().halt(KILLED);
    }
  }

  /** The code that is copied to the beginning of a method. */
  static final class OnEntry {
    @Advice.OnMethodEnter
    static void reached() {
      Crash.reached();
    }
  }

  /** The code that is copied to where a method returns; not where it throws. */
  static final class OnReturn {
    @Advice.OnMethodExit
    static void reached() {
      Crash.reached();
    }
  }
}
