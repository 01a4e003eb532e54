package pipeline.client.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import pipeline.client.load.RunClock;
import pipeline.client.stats.LatencyStats;

/**
 * One row for each measured request, reads included, and none for the warm-up: {@code
 * start_ms,type,latency_ms,code}. The start is in milliseconds since 1970, the code 0 where there
 * was no answer.
 */
final class CsvFile implements ResultSink {
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
  public void stepStarted(FeedEvent.StepStart step) {
    measuredFromNanos = step.measuredFromNanos();
  }

  @Override
  public void row(FeedEvent.Row row) throws IOException {
    if (row.startNanos() - measuredFromNanos < 0) {
      return;
    }
    lines.append(clock.epochMillis(row.startNanos())).append(',').append(row.type()).append(',');
    appendMillis(row.latencyNanos());
    lines.append(',').append(row.status()).append('\n');
    if (lines.length() >= BUFFER_CHARS) {
      write();
    }
  }

  /** Four decimals, rounded as the block's are; a good deal faster than a format string. */
  private void appendMillis(long nanos) {
    long ticks = (nanos + LatencyStats.TICK_NANOS / 2) / LatencyStats.TICK_NANOS;
    lines.append(ticks / TICKS_PER_MILLI);
    int point = lines.length();
    lines.append(TICKS_PER_MILLI + ticks % TICKS_PER_MILLI); // a 1 and all the zeros
    lines.setCharAt(point, '.');
  }

  private void write() throws IOException {
    byte[] bytes = lines.toString().getBytes(StandardCharsets.US_ASCII);
    lines.setLength(0);
    out.write(bytes);
  }

  /** So that a full disk is noticed at the end of a step rather than of the run. */
  @Override
  public void stepEnded() throws IOException {
    write();
  }

  @Override
  public void close() throws IOException {
    try (out) {
      write();
    }
  }

  @Override
  public String target() {
    return path.toString();
  }
}
