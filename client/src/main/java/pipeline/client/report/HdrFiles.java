package pipeline.client.report;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import pipeline.client.load.StepResult;
import pipeline.client.report.SecondSeries.Second;

/**
 * The files of HdrHistogram's own viewers, as its writers write them. A failure shows in the stream
 * that is written to, since a print stream throws none.
 */
final class HdrFiles {
  private static final int POINTS_PER_HALVING = 5;
  private static final double NANOS_PER_MILLI = 1e6;

  private HdrFiles() {}

  /** Writes the percentile distribution of each step, in milliseconds. */
  static void writePercentiles(List<StepResult> steps, OutputStream out) {
    PrintStream printer = new PrintStream(out, false, StandardCharsets.US_ASCII);
    for (StepResult step : steps) {
      Histogram nanos = step.stats().successes().histogram();
      nanos.outputPercentileDistribution(printer, POINTS_PER_HALVING, NANOS_PER_MILLI);
    }
    printer.flush();
  }

  /**
   * Writes an interval log: a histogram in nanoseconds for every second, tagged with its step
   * ({@code step-1} on).
   */
  static void writeLog(RunRecord run, List<Second> seconds, OutputStream out) {
    PrintStream printer = new PrintStream(out, false, StandardCharsets.US_ASCII);
    HistogramLogWriter writer = new HistogramLogWriter(printer);
    writer.outputLogFormatVersion();
    writer.outputStartTime(run.clock().originEpochMillis());
    writer.setBaseTime(run.clock().originEpochMillis());
    writer.outputLegend();
    for (Second second : seconds) {
      Histogram nanos = MergedResult.decoded(second.latency().tree()).histogram();
      long start = run.clock().epochMillis(second.startNanos());
      nanos.setTag("step-" + (second.step() + 1));
      nanos.setStartTimeStamp(start);
      nanos.setEndTimeStamp(start + TimeUnit.NANOSECONDS.toMillis(second.lengthNanos()));
      writer.outputIntervalHistogram(nanos);
    }
    printer.flush();
  }
}
