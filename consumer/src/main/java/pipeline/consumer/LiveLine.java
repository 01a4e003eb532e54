package pipeline.consumer;

import static pipeline.wire.process.Console.grouped;

import java.util.Map;
import pipeline.wire.process.Console;

/** A status line on a terminal that is overwritten each second. Not thread-safe. */
final class LiveLine {
  private static final double NANOS = 1e9;

  private final Console console;
  private final String unit;
  private long lastNanos;
  private long lastLines;

  /**
   * A line that is not shown yet.
   *
   * @param unit what is counted, in the plural
   */
  LiveLine(Console console, String unit, long nowNanos, long lines) {
    this.console = console;
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
    StringBuilder line = new StringBuilder(unit + " " + grouped(lines));
    figures.forEach((name, figure) -> line.append("  " + name + " " + grouped(figure)));
    line.append("  " + unit + "/s " + grouped(Math.round(rate)));
    line.append("  queue " + (queueLength < 0 ? "unknown" : grouped(queueLength)));
    console.live(line.toString());
  }
}
