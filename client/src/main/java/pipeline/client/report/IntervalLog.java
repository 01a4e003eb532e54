package pipeline.client.report;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import pipeline.client.load.RunClock;

/**
 * An HdrHistogram interval log: a histogram in nanoseconds for every second, tagged with its step
 * ({@code step-1} on).
 */
final class IntervalLog implements SecondListener, ResultSink {
  private final Path path;
  private final RunClock clock;
  private final PrintStream out;
  private final HistogramLogWriter writer;
  private final SecondSplitter seconds = new SecondSplitter(List.of(this));

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

  @Override
  public void stepStarted(FeedEvent.StepStart step) {
    seconds.stepStarted(step);
  }

  @Override
  public void row(FeedEvent.Row row) throws IOException {
    seconds.row(row);
  }

  @Override
  public void stepEnded() throws IOException {
    seconds.stepEnded();
    failIfUnwritten();
  }

  @Override
  public void second(Second second, Histogram nanos) {
    long start = clock.epochMillis(second.startNanos());
    nanos.setTag("step-" + (second.step() + 1));
    nanos.setStartTimeStamp(start);
    nanos.setEndTimeStamp(start + TimeUnit.NANOSECONDS.toMillis(second.lengthNanos()));
    writer.outputIntervalHistogram(nanos);
  }

  @Override
  public void close() throws IOException {
    out.close();
    failIfUnwritten();
  }

  /** A print stream keeps its failures to itself. */
  private void failIfUnwritten() throws IOException {
    if (out.checkError()) {
      throw new IOException("cannot be written (is the disk full?)");
    }
  }

  @Override
  public String target() {
    return path.toString();
  }
}
