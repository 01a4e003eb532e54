package pipeline.client.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import pipeline.client.stats.LatencyStats;

/** HdrHistogram's percentile distribution of one step, in milliseconds. */
final class PercentileFile {
  private static final int POINTS_PER_HALVING = 5;
  private static final double TICKS_PER_MILLI =
      (double) TimeUnit.MILLISECONDS.toNanos(1) / LatencyStats.TICK_NANOS;

  private PercentileFile() {}

  /** Writes the distribution and leaves the stream open. */
  static void write(LatencyStats stats, OutputStream out) throws IOException {
    PrintStream printer = new PrintStream(out, false, StandardCharsets.US_ASCII);
    stats.histogram().outputPercentileDistribution(printer, POINTS_PER_HALVING, TICKS_PER_MILLI);
    if (printer.checkError()) { // a print stream keeps its failures to itself
      throw new IOException("cannot be written (is the disk full?)");
    }
  }

  /**
   * The first step has the file as named, the ones after it their number before the extension:
   * {@code a.hgrm}, {@code a-2.hgrm}, ...
   *
   * @param step from 1
   */
  static Path pathOf(Path file, int step) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    int end = dot > 0 ? dot : name.length();
    return step == 1
        ? file
        : file.resolveSibling(name.substring(0, end) + "-" + step + name.substring(end));
  }
}
