package pipeline.lab.experiment.run;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.process.HostUsage;
import pipeline.lab.process.JvmTimes;
import pipeline.lab.process.ProcessUsage;
import pipeline.lab.process.RunningProgram;
import pipeline.lab.process.Usage;
import pipeline.lab.system.Part;
import pipeline.lab.system.Pipeline;

/**
 * What parts and machine do between two moments. The client's CPU is that of all children of this
 * JVM that have ended in between, so that no other child may end. Used by one thread.
 */
final class Meter {
  private static final double MICROS = 1e6;
  private static final double PERCENT = 100;
  private static final double NANOS_PER_SECOND = 1e9;

  private static final List<Part> JVMS = List.of(Part.SERVER, Part.CONSUMER);

  private final Pipeline pipeline;
  private final Map<Part, Long> others;
  private final Map<Part, Usage> before;
  private final Map<Part, JvmTimes> jvmsBefore;
  private final HostUsage hostBefore;
  private final double reapedBefore;
  private final long start = System.nanoTime();

  private Meter(Pipeline pipeline, Map<Part, Long> others) throws IOException {
    this.pipeline = pipeline;
    this.others = others;
    before = usage();
    jvmsBefore = jvms();
    hostBefore = HostUsage.now();
    reapedBefore = reaped();
  }

  /**
   * @param others processes that are measured but not the pipeline's own
   */
  static Meter start(Pipeline pipeline, Map<Part, Long> others) throws IOException {
    return new Meter(pipeline, others);
  }

  /**
   * What was used.
   *
   * @param client that has begun and ended in the meantime; empty for none
   * @param lines what was sent in the meantime; 0 if that is not known
   */
  Map<Metric, Double> stop(Optional<RunningProgram> client, long lines) throws IOException {
    double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
    HostUsage host = HostUsage.now().since(hostBefore);
    Map<Part, Usage> parts = new EnumMap<>(Part.class);
    usage().forEach((part, now) -> parts.put(part, now.since(before.get(part))));
    if (client.isPresent()) {
      Usage its = new Usage(reaped() - reapedBefore, client.get().waitingSeconds());
      parts.put(Part.CLIENT, its);
    }
    Map<Part, JvmTimes> jvms = new EnumMap<>(Part.class);
    jvms().forEach((part, now) -> jvms.put(part, now.since(jvmsBefore.get(part))));
    client.ifPresent(program -> jvms.put(Part.CLIENT, program.jvm()));
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    client.ifPresent(program -> values.put(Metric.MEMORY_CLIENT, program.peakMib()));
    for (Part part : JVMS) {
      double most = 0;
      for (RunningProgram process : pipeline.processes(part)) {
        most += ProcessUsage.residentMib(process.pid(), true);
      }
      if (most > 0) {
        values.put(Metric.memory(part), most);
      }
    }
    if (lines > 0) {
      parts.forEach(
          (part, usage) -> {
            values.put(Metric.cpu(part), usage.cpu() * MICROS / lines);
            values.put(Metric.waiting(part), usage.waiting() * MICROS / lines);
          });
    }
    jvms.forEach(
        (part, times) -> {
          values.put(Metric.jit(part), times.jit());
          values.put(Metric.gc(part), times.gc());
        });
    values.put(Metric.BUSY, PERCENT * host.busy() / host.all());
    values.put(Metric.STEAL, PERCENT * host.steal() / host.all());
    values.put(Metric.PRESSURE, PERCENT * host.pressed() / seconds);
    return values;
  }

  private Map<Part, Usage> usage() throws IOException {
    Map<Part, Usage> all = pipeline.usage();
    for (Map.Entry<Part, Long> other : others.entrySet()) {
      all.put(other.getKey(), Usage.of(other.getValue()));
    }
    return all;
  }

  private Map<Part, JvmTimes> jvms() throws IOException {
    Map<Part, JvmTimes> all = new EnumMap<>(Part.class);
    for (Part part : JVMS) {
      JvmTimes sum = JvmTimes.NONE;
      for (RunningProgram process : pipeline.processes(part)) {
        sum = sum.plus(JvmTimes.of(process.pid()).orElse(JvmTimes.NONE));
      }
      all.put(part, sum);
    }
    return all;
  }

  private static double reaped() throws IOException {
    return ProcessUsage.of(ProcessHandle.current().pid()).reapedSeconds();
  }
}
