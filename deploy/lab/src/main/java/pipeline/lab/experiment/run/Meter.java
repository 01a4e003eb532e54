package pipeline.lab.experiment.run;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.lab.experiment.analysis.Metric;
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
  private static final double MICROS = 1e6;
  private static final double PERCENT = 100;
  private static final double NANOS_PER_SECOND = 1e9;
  private final Rig rig;
  private final Map<Component, Double> before;
  private final HostUsage hostBefore;
  private final long start = System.nanoTime();

  /** Begins to measure the rig, its broker and its Redis. */
  Meter(Rig rig) throws IOException {
    this.rig = rig;
    before = cpuSeconds();
    hostBefore = HostUsage.now();
  }

  /**
   * What was used.
   *
   * @param hasClient whether a client has begun and ended in the meantime
   * @param lines what was sent in the meantime
   * @param counted seconds until all lines were counted
   */
  Map<Metric, Double> stop(boolean hasClient, long lines, double counted)
      throws IOException, InterruptedException {
    double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
    HostUsage host = HostUsage.now().since(hostBefore);
    Map<Component, Double> used = cpuSeconds();
    used.replaceAll((component, now) -> now - before.get(component));
    if (!hasClient) {
      used.remove(Component.CLIENT);
    }
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    used.forEach((component, cpu) -> values.put(Metric.cpu(component), cpu * MICROS / lines));
    for (Component component : List.of(Component.SERVER, Component.CONSUMER)) {
      double most = 0;
      for (ChildProcess process : rig.parts().of(component)) {
        most += ProcessUsage.residentMib(process.pid());
      }
      if (most > 0) {
        values.put(Metric.memory(component), most);
      }
    }
    values.put(Metric.BUSY, PERCENT * host.busy() / host.all());
    values.put(Metric.PRESSURE, PERCENT * host.pressed() / seconds);
    values.put(Metric.WALL, counted);
    values.put(Metric.LINES_PER_SECOND, lines / counted);
    return values;
  }

  /** The CPU time of each component so far, its processes together. */
  private Map<Component, Double> cpuSeconds() throws IOException {
    Map<Component, Double> all = new EnumMap<>(Component.class);
    for (Component component : List.of(Component.SERVER, Component.BALANCER, Component.CONSUMER)) {
      for (ChildProcess process : rig.parts().of(component)) {
        all.merge(component, ProcessUsage.of(process.pid()).cpuSeconds(), Double::sum);
      }
    }
    long self = ProcessHandle.current().pid();
    all.put(Component.CLIENT, ProcessUsage.of(self).reapedSeconds());
    long node = rig.services().rabbit().node().pid();
    all.put(Component.BROKER, ProcessUsage.of(node).cpuSeconds());
    Optional<PrivateRedis> redis = rig.services().redis();
    if (redis.isPresent()) {
      all.put(Component.REDIS, ProcessUsage.of(redis.get().node().pid()).cpuSeconds());
    }
    return all;
  }
}
