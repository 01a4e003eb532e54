package pipeline.client.report;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import pipeline.client.load.RunClock;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepResult;
import pipeline.client.report.SecondSeries.Second;
import pipeline.wire.process.OutputFile;

/**
 * An HdrHistogram interval log: a histogram in nanoseconds for every second, tagged with its step
 * ({@code step-1} on). The {@link SecondSeries} hands it the seconds.
 */
final class IntervalLog implements StepListener {
  private final OutputFile.Draft draft;
  private final RunClock clock;
  private final PrintStream out;
  private final HistogramLogWriter writer;

  /**
   * @param draft committed when this is closed
   */
  IntervalLog(OutputFile.Draft draft, RunClock clock) {
    this.draft = draft;
    this.clock = clock;
    this.out = new PrintStream(new BufferedOutputStream(draft), false, StandardCharsets.US_ASCII);
    this.writer = new HistogramLogWriter(out);
    writer.outputLogFormatVersion();
    writer.outputStartTime(clock.originEpochMillis());
    writer.setBaseTime(clock.originEpochMillis());
    writer.outputLegend();
  }

  /**
   * Writes the histogram of one second, or of the shorter rest at the end of a step.
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
    out.flush();
    try {
      draft.failIfUnwritten(); // a print stream throws no IOException
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    out.flush();
    draft.commit();
  }

  @Override
  public String toString() {
    return draft.toString();
  }
}
