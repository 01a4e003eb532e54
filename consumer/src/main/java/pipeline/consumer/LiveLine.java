package pipeline.consumer;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;

/** A status line on a terminal that is overwritten each second. Not thread-safe. */
final class LiveLine {
  private static final double NANOS = 1e9;

  private final PrintStream terminal;
  private final String unit;
  private long lastNanos;
  private long lastLines;

  /**
   * A line that is not shown yet.
   *
   * @param unit what is counted, in the plural
   */
  LiveLine(PrintStream terminal, String unit, long nowNanos, long lines) {
    this.terminal = terminal;
    this.unit = unit;
    this.lastNanos = nowNanos;
    this.lastLines = lines;
  }

  /**
   * Overwrites the line.
   *
   * @param figures totals of the counts, by name
   * @param queueLength -1 if it is not known
   */
  void show(long nowNanos, long lines, Map<String, Long> figures, long queueLength) {
    double rate = (lines - lastLines) * NANOS / Math.max(1, nowNanos - lastNanos);
    lastNanos = nowNanos;
    lastLines = lines;
    String queue = queueLength < 0 ? "unknown" : Long.toString(queueLength);
    terminal.print("\r\033[K" + unit + " " + lines);
    figures.forEach((name, figure) -> terminal.print("  " + name + " " + figure));
    terminal.printf(Locale.ROOT, "  %s/s %.0f  queue %s", unit, rate, queue);
    terminal.flush();
  }

  /** Ends the line; the last text stays. */
  void end() {
    terminal.println();
  }
}
