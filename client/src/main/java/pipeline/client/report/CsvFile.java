package pipeline.client.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import pipeline.client.load.Result;
import pipeline.client.load.RunClock;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.client.stats.LatencyStats;

/**
 * One row for each measured request, reads included, and none for the warm-up: {@code
 * start_ms,type,latency_ms,code}. The start is in milliseconds since 1970, the code 0 where there
 * was no answer.
 */
final class CsvFile implements StepListener {
  static final String HEADER = "start_ms,type,latency_ms,code";

  private static final int BUFFER_CHARS = 64 * 1024;
  private static final long TICKS_PER_MILLI = 10_000;

  private final Path path;
  private final RunClock clock;
  private final OutputStream out;
  private final StringBuilder lines = new StringBuilder();
  private long measuredFromNanos;

  CsvFile(Path path, RunClock clock) throws IOException {
    this.path = path;
    this.clock = clock;
    this.out = Files.newOutputStream(path);
    lines.append(HEADER).append('\n');
  }

  @Override
  public void stepStarted(StepPlan plan, long startNanos) {
    measuredFromNanos = plan.measuredFrom(startNanos);
  }

  @Override
  public void ended(Result result) {
    if (result.intendedNanos() - measuredFromNanos < 0) {
      return;
    }
    lines.append(clock.epochMillis(result.intendedNanos())).append(',');
    lines.append(result.type()).append(',');
    appendMillis(result.latencyNanos());
    lines.append(',').append(result.outcome().status()).append('\n');
    if (lines.length() >= BUFFER_CHARS) {
      write();
    }
  }

  @Override
  public void readEnded(Result result) {
    ended(result);
  }

  /** Four decimals, rounded as the block's are; a good deal faster than a format string. */
  private void appendMillis(long nanos) {
    long ticks = (nanos + LatencyStats.TICK_NANOS / 2) / LatencyStats.TICK_NANOS;
    lines.append(ticks / TICKS_PER_MILLI);
    int point = lines.length();
    lines.append(TICKS_PER_MILLI + ticks % TICKS_PER_MILLI); // a 1 and all the zeros
    lines.setCharAt(point, '.');
  }

  private void write() {
    byte[] bytes = lines.toString().getBytes(StandardCharsets.US_ASCII);
    lines.setLength(0);
    try {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** So that a full disk is noticed at the end of a step rather than of the run. */
  @Override
  public void stepEnded(StepResult result) {
    write();
  }

  @Override
  public void close() throws IOException {
    try (out) {
      write();
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
