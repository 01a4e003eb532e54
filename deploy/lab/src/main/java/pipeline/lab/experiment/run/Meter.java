package pipeline.lab.experiment.run;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.lab.experiment.result.Metric;
import pipeline.rig.Component;
import pipeline.rig.Rig;
import pipeline.rig.machine.HostUsage;
import pipeline.rig.machine.ProcessUsage;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.redis.PrivateRedis;

/**
 * What components and machine do between two moments. The client's CPU is that of all children of
 * this JVM that have ended in between, so that no other child may end. Used by one thread.
 */
final class Meter {
  private static final double MEBIBYTE = 1 << 20;
  private static final String COMMANDS = "total_commands_processed";
  private static final double MICROS = 1e6;
  private static final double PERCENT = 100;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Rig rig;
  private final Map<Component, Double> before;
  private final Optional<HostUsage> hostBefore;
  private final double reapedBefore;
  private final long commandsBefore;
  private final long start = System.nanoTime();

  /** Begins to measure the rig, its broker and its Redis. */
  Meter(Rig rig) throws IOException {
    this.rig = rig;
    commandsBefore = redis().isPresent() ? redis().get().figure(COMMANDS) : 0;
    before = cpuSeconds();
    hostBefore = HostUsage.now();
    reapedBefore = reaped();
  }

  private Optional<PrivateRedis> redis() {
    return rig.services().redis();
  }

  /**
   * What was used.
   *
   * @param client that has begun and ended in the meantime; empty for none
   * @param lines what was sent in the meantime; 0 if that is not known
   */
  Map<Metric, Double> stop(Optional<EndedProgram> client, long lines) throws IOException {
    double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
    Optional<HostUsage> host = HostUsage.now();
    Map<Component, Double> used = cpuSeconds();
    used.replaceAll((component, now) -> now - before.get(component));
    if (client.isPresent()) {
      used.put(Component.CLIENT, reaped() - reapedBefore);
    }
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    client.ifPresent(program -> values.put(Metric.MEMORY_CLIENT, program.peakMib()));
    for (Component component : List.of(Component.SERVER, Component.CONSUMER)) {
      double most = 0;
      for (ChildProcess process : rig.parts().of(component)) {
        most += ProcessUsage.residentMib(process.pid(), true);
      }
      if (most > 0) {
        values.put(Metric.memory(component), most);
      }
    }
    if (lines > 0) {
      used.forEach((component, cpu) -> values.put(Metric.cpu(component), cpu * MICROS / lines));
    }
    if (redis().isPresent()) {
      long commands = redis().get().figure(COMMANDS) - commandsBefore;
      values.put(Metric.COMMANDS_REDIS, commands / seconds);
      values.put(Metric.MEMORY_REDIS, redis().get().figure("used_memory") / MEBIBYTE);
    }
    if (host.isPresent() && hostBefore.isPresent()) {
      enter(host.get().since(hostBefore.get()), seconds, values);
    }
    return values;
  }

  private static void enter(HostUsage host, double seconds, Map<Metric, Double> values) {
    if (host.all() > 0) {
      values.put(Metric.BUSY, PERCENT * host.busy() / host.all());
      values.put(Metric.STEAL, PERCENT * host.steal() / host.all());
    }
    values.put(Metric.PRESSURE, PERCENT * host.pressed() / seconds);
  }

  /** The CPU time of each component so far, its processes together; not the client's. */
  private Map<Component, Double> cpuSeconds() throws IOException {
    Map<Component, Double> all = new EnumMap<>(Component.class);
    for (Component component : List.of(Component.SERVER, Component.BALANCER, Component.CONSUMER)) {
      for (ChildProcess process : rig.parts().of(component)) {
        all.merge(component, cpuSeconds(process.pid()), Double::sum);
      }
    }
    all.put(Component.BROKER, cpuSeconds(rig.services().rabbit().node().pid()));
    if (redis().isPresent()) {
      all.put(Component.REDIS, cpuSeconds(redis().get().node().pid()));
    }
    return all;
  }

  private static double cpuSeconds(long pid) throws IOException {
    return ProcessUsage.of(pid).cpuSeconds();
  }

  private static double reaped() throws IOException {
    return ProcessUsage.of(ProcessHandle.current().pid()).reapedSeconds();
  }
}
