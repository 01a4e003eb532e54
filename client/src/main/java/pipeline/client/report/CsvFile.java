package pipeline.client.report;

import java.io.Closeable;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import pipeline.client.load.Result;
import pipeline.client.load.RunClock;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.wire.process.OutputFile;

/**
 * A CSV file with one row for each measured request, reads included, and none for the warm-up:
 * {@code start_ms,type,latency_ms,code}. The start is in milliseconds since 1970, the code 0 where
 * there was no answer. Where a request carries many lines, a last column {@code lines} says how
 * many. Senders wait for it while it writes, which is in nobody's response time. Thread-safe.
 */
final class CsvFile implements StepListener, Closeable {
  private static final String HEADER = "start_ms,type,latency_ms,code";

  private static final int BUFFER_CHARS = 64 * 1024;

  /** The time after which rows are written, however few, for a reader who follows the file. */
  private static final long MAX_UNWRITTEN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** The last decimal of a row's milliseconds, to which response times are rounded. */
  private static final long TICK_NANOS = 100;

  private static final int DECIMALS = 4;

  private final RunClock clock;
  private final boolean withLines;
  private final OutputFile.Draft out;
  private final StringBuilder rows = new StringBuilder();
  private long measuredFromNanos;
  private long writtenNanos;
  private boolean closed;

  /**
   * @param out committed when this is closed
   */
  CsvFile(OutputFile.Draft out, RunClock clock, boolean withLines) {
    this.out = out;
    this.clock = clock;
    this.withLines = withLines;
    rows.append(HEADER).append(withLines ? ",lines\n" : "\n");
  }

  @Override
  public synchronized void stepStarted(StepPlan plan, long startNanos) {
    measuredFromNanos = plan.measuredFrom(startNanos);
    writtenNanos = startNanos;
  }

  @Override
  public synchronized void ended(Result result) {
    if (result.intendedNanos() - measuredFromNanos < 0) {
      return;
    }
    rows.append(clock.epochMillis(result.intendedNanos())).append(',');
    rows.append(result.type()).append(',');
    rows.append(BigDecimal.valueOf(result.latencyNanos() / TICK_NANOS, DECIMALS).toPlainString());
    rows.append(',').append(result.outcome().status());
    if (withLines) {
      rows.append(',').append(result.lines());
    }
    rows.append('\n');
    boolean due = result.endNanos() - writtenNanos >= MAX_UNWRITTEN_NANOS;
    if (due || rows.length() >= BUFFER_CHARS) {
      write();
      writtenNanos = result.endNanos();
    }
  }

  @Override
  public void readEnded(Result result) {
    ended(result);
  }

  private void write() {
    byte[] bytes = rows.toString().getBytes(StandardCharsets.US_ASCII);
    rows.setLength(0);
    try {
      out.write(bytes);
    } catch (IOException e) {
      // the draft keeps it, and its commit throws it again
    }
  }

  @Override
  public synchronized void stepEnded(StepResult result) {
    write();
  }

  /**
   * Completes the file. May be called again.
   *
   * @throws IOException if it is not complete, and so is as it was before
   */
  @Override
  public synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      try (out) {
        write();
        out.commit();
      }
    }
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
