package pipeline.peers;

import java.io.IOException;
import pipeline.peers.Ledger.Row;

/**
 * What the processes around one measured window use: read at its start, entered at its end as CPU a
 * line and memory.
 */
final class Watch {
  private static final double MICROS = 1e6;

  private final long pid;
  private final Metric cpu;
  private final Metric memory;
  private final double before;

  private Watch(long pid, Metric cpu, Metric memory) throws IOException {
    this.pid = pid;
    this.cpu = cpu;
    this.memory = memory;
    this.before = ProcessUsage.of(pid).cpuSeconds();
  }

  static Watch server(RunningProgram child) throws IOException {
    return new Watch(child.pid(), Metric.SERVER_CPU, Metric.SERVER_PEAK);
  }

  static Watch consumer(RunningProgram child) throws IOException {
    return new Watch(child.pid(), Metric.CONSUMER_CPU, Metric.CONSUMER_PEAK);
  }

  static Watch broker(long pid) throws IOException {
    return new Watch(pid, Metric.BROKER_CPU, Metric.BROKER_MEMORY);
  }

  /** The process must still run. */
  void enter(Ledger ledger, Row row, long lines) throws IOException {
    double used = ProcessUsage.of(pid).cpuSeconds() - before;
    ledger.add(row, cpu, used * MICROS / Math.max(1, lines));
    // the broker outlives a side, so its peak would be another side's
    boolean ever = memory != Metric.BROKER_MEMORY;
    ledger.add(row, memory, ProcessUsage.residentMib(pid, ever));
  }
}
