package pipeline.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import pipeline.lab.process.ProcessUsage;
import pipeline.lab.process.Program;
import pipeline.lab.process.RunningProgram;
import pipeline.peers.Measurements.Row;

/**
 * Runs a program that posts lines and ends. Its CPU is what this JVM's reaped children have used in
 * between, so that no other child may end meanwhile. Used by one thread.
 */
final class LoadGenerator {
  private static final double MICROS = 1e6;

  private final Path logs;
  private final Measurements measurements;

  LoadGenerator(Path logs, Measurements measurements) {
    this.logs = logs;
    this.measurements = measurements;
  }

  /** Runs it and enters rate, failures, latency and CPU a line in {@code row}. */
  LoadResult measure(Program program, Duration limit, Function<String, LoadResult> reading, Row row)
      throws IOException, InterruptedException {
    long self = ProcessHandle.current().pid();
    double before = ProcessUsage.of(self).reapedSeconds();
    LoadResult result;
    try (RunningProgram child = RunningProgram.start(program, logs)) {
      result = reading.apply(child.output(limit));
      measurements.add(row, Metric.LOAD_PEAK, child.peakMib());
    }
    double used = ProcessUsage.of(self).reapedSeconds() - before;
    measurements.add(row, Metric.RATE, result.rate());
    measurements.add(row, Metric.FAILED, (double) result.failed());
    if (result.p99Millis() > 0) {
      measurements.add(row, Metric.P50, result.p50Millis());
      measurements.add(row, Metric.P99, result.p99Millis());
    }
    measurements.add(row, Metric.LOAD_CPU, used * MICROS / Math.max(1, result.lines()));
    return result;
  }

  /** Runs it for its effect only. */
  void warmUp(Program program, Duration limit) throws IOException, InterruptedException {
    try (RunningProgram child = RunningProgram.start(program, logs)) {
      child.output(limit);
    }
  }
}
