package pipeline.consumer;

import java.io.PrintStream;
import java.util.Locale;

/** One line on a terminal that is written over each second. Not thread-safe. */
final class LiveLine {
  private static final double NANOS = 1e9;

  private final PrintStream terminal;
  private long lastNanos;
  private long lastLines;

  LiveLine(PrintStream terminal, long nowNanos, long lines) {
    this.terminal = terminal;
    this.lastNanos = nowNanos;
    this.lastLines = lines;
  }

  /**
   * Writes over the line.
   *
   * @param queueLength -1 if it is not known
   */
  void show(long nowNanos, long lines, long words, int distinct, long queueLength) {
    double rate = (lines - lastLines) * NANOS / Math.max(1, nowNanos - lastNanos);
    lastNanos = nowNanos;
    lastLines = lines;
    String queue = queueLength < 0 ? "unknown" : Long.toString(queueLength);
    terminal.printf(
        Locale.ROOT,
        "\r\033[Klines %d  words %d  distinct %d  lines/s %.0f  queue %s",
        lines,
        words,
        distinct,
        rate,
        queue);
    terminal.flush();
  }

  /** Leaves the last line standing. */
  void end() {
    terminal.println();
  }
}
