package pipeline.client.report;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import pipeline.client.load.RunClock;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepResult;

/**
 * An HdrHistogram interval log: a histogram in nanoseconds for every second, tagged with its step
 * ({@code step-1} on). The {@link SecondSeries} hands it the seconds.
 */
final class IntervalLog implements StepListener {
  private final Path path;
  private final RunClock clock;
  private final PrintStream out;
  private final HistogramLogWriter writer;

  IntervalLog(Path path, RunClock clock) throws IOException {
    this.path = path;
    this.clock = clock;
    this.out =
        new PrintStream(
            new BufferedOutputStream(Files.newOutputStream(path)),
            false,
            StandardCharsets.US_ASCII);
    this.writer = new HistogramLogWriter(out);
    writer.outputLogFormatVersion();
    writer.outputStartTime(clock.originEpochMillis());
    writer.setBaseTime(clock.originEpochMillis());
    writer.outputLegend();
  }

  /**
   * One second, or the shorter rest at the end of a step.
   *
   * @param nanos the response times of the successes; not kept
   */
  void second(Second second, Histogram nanos) {
    long start = clock.epochMillis(second.startNanos());
    nanos.setTag("step-" + (second.step() + 1));
    nanos.setStartTimeStamp(start);
    nanos.setEndTimeStamp(start + TimeUnit.NANOSECONDS.toMillis(second.lengthNanos()));
    writer.outputIntervalHistogram(nanos);
  }

  @Override
  public void stepEnded(StepResult result) {
    failIfUnwritten();
  }

  @Override
  public void close() {
    out.close();
    failIfUnwritten();
  }

  /** A print stream keeps its failures to itself. */
  private void failIfUnwritten() {
    if (out.checkError()) {
      throw new UncheckedIOException(new IOException("cannot be written (is the disk full?)"));
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
