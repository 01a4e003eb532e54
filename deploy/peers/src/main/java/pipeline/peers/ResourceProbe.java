package pipeline.peers;

import java.io.IOException;
import pipeline.lab.process.ProcessUsage;
import pipeline.lab.process.RunningProgram;
import pipeline.peers.Measurements.Row;

/**
 * What the processes around one measured window use: read at its start, entered at its end as CPU a
 * line and memory.
 */
final class ResourceProbe {
  private static final double MICROS = 1e6;

  private final long pid;
  private final Metric cpu;
  private final Metric memory;
  private final double before;

  private ResourceProbe(long pid, Metric cpu, Metric memory) throws IOException {
    this.pid = pid;
    this.cpu = cpu;
    this.memory = memory;
    this.before = ProcessUsage.of(pid).cpuSeconds();
  }

  static ResourceProbe server(RunningProgram child) throws IOException {
    return new ResourceProbe(child.pid(), Metric.SERVER_CPU, Metric.SERVER_PEAK);
  }

  static ResourceProbe consumer(RunningProgram child) throws IOException {
    return new ResourceProbe(child.pid(), Metric.CONSUMER_CPU, Metric.CONSUMER_PEAK);
  }

  static ResourceProbe broker(long pid) throws IOException {
    return new ResourceProbe(pid, Metric.BROKER_CPU, Metric.BROKER_MEMORY);
  }

  /** The process must still run. */
  void enter(Measurements measurements, Row row, long lines) throws IOException {
    double used = ProcessUsage.of(pid).cpuSeconds() - before;
    measurements.add(row, cpu, used * MICROS / Math.max(1, lines));
    // the broker outlives a contender, so its peak would be another contender's
    boolean ever = memory != Metric.BROKER_MEMORY;
    measurements.add(row, memory, ProcessUsage.residentMib(pid, ever));
  }
}
