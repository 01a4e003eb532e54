package pipeline.client;

import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jline.utils.Signals;
import pipeline.client.load.StopSignal;

/**
 * Ends a run early at Ctrl-C, SIGTERM or the end of the terminal: what is in flight is finished,
 * and the block is printed for what was done. A second signal ends the process at once.
 * Thread-safe.
 */
final class Interrupts {
  private static final int SIGNAL_EXIT_BASE = 128;
  private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2, "TERM", 15);

  private final StopSignal stop;
  private final IntConsumer leaveAtOnce;
  private final AtomicInteger exitCode = new AtomicInteger();

  /**
   * @param leaveAtOnce ends the process with an exit code
   */
  Interrupts(StopSignal stop, IntConsumer leaveAtOnce) {
    this.stop = stop;
    this.leaveAtOnce = leaveAtOnce;
  }

  /** Takes the signals over from the JVM. */
  void install() {
    NUMBERS.forEach(
        (name, number) -> Signals.register(name, () -> received(SIGNAL_EXIT_BASE + number)));
  }

  void received(int code) {
    if (exitCode.compareAndSet(0, code)) {
      stop.request("interrupted");
    } else {
      leaveAtOnce.accept(code);
    }
  }

  /** The exit code of an interrupted process; empty if no signal has come. */
  OptionalInt exitCode() {
    int code = exitCode.get();
    return code == 0 ? OptionalInt.empty() : OptionalInt.of(code);
  }
}
