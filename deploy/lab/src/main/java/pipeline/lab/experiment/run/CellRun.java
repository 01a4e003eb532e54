package pipeline.lab.experiment.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.lab.experiment.analysis.Design.Slot;
import pipeline.lab.experiment.analysis.Launch;
import pipeline.lab.experiment.analysis.Metric;
import pipeline.rig.BrokerFigures;
import pipeline.rig.Component;
import pipeline.rig.Proof;
import pipeline.rig.Rig;
import pipeline.rig.Spec;
import pipeline.rig.machine.ProcessUsage;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.rabbit.PrivateRabbit;

/**
 * One launch: the rig of a cell, which is warmed up, loaded, measured and proved. Used by one
 * thread.
 */
final class CellRun implements Closeable {
  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);
  private static final Duration DRAIN_LIMIT = Duration.ofMinutes(5);
  private static final double NANOS_PER_SECOND = 1e9;

  private final Cell cell;
  private final Rig rig;
  private final BrokerFigures figures;
  private final Load load;
  private final Map<Metric, Double> values = new EnumMap<>(Metric.class);
  private List<Integer> lengths = List.of();

  /**
   * Starts nothing yet.
   *
   * @param runner whose services outlive the launch
   * @param queue of its own
   * @param logs the folder of the programs' output
   * @param states a folder for the consumers' files
   */
  CellRun(PipelineRunner runner, Cell cell, String queue, Path logs, Path states) {
    this.cell = cell;
    CellPrograms programs = runner.programs(cell);
    Spec spec = CellPrograms.spec(cell, runner.input.kind(), queue);
    rig = new Rig(spec, programs, runner.services, logs, states, ready -> {});
    figures = new BrokerFigures(runner.services.rabbit().metricsPort().orElseThrow());
    load = new Load(runner, programs, rig, logs);
  }

  /** Starts all programs but the client, sends the warm-up, and returns when it is counted. */
  void warmUp() throws IOException, InterruptedException {
    rig.start();
    load.warmUp();
    drain();
    if (rig.parts().of(Component.CONSUMER).isEmpty()) {
      rig.queues().purge();
    }
  }

  /** Waits until all is counted, and returns the {@code nanoTime} since which it is. */
  private long drain() throws IOException, InterruptedException {
    rig.drain(DRAIN_LIMIT);
    List<ChildProcess> consumers = rig.parts().of(Component.CONSUMER);
    long idle = consumers.isEmpty() ? System.nanoTime() : Long.MIN_VALUE;
    for (ChildProcess consumer : consumers) {
      idle = Math.max(idle, ProcessUsage.awaitIdle(consumer.pid(), DRAIN_LIMIT));
    }
    return idle;
  }

  /** Sends what is to be measured, and returns when it is counted. */
  void measure() throws IOException, InterruptedException {
    ClientResult result = Setting.RESTART.isStandard(cell) ? measureLoad() : measureRestart();
    values.putAll(result.figures());
    values.put(Metric.LINES, (double) result.lines());
    lengths.stream()
        .max(Integer::compare)
        .ifPresent(most -> values.put(Metric.LONGEST_QUEUE, (double) most));
  }

  /**
   * Sends the input to stopped consumers, and lets them count what a restart of the broker leaves.
   * CPU and the broker's counters are not measured, since a node's end with it. Throughput is not
   * measured, since most of the time is that of the restart.
   */
  private ClientResult measureRestart() throws IOException, InterruptedException {
    rig.parts().freeze(Component.CONSUMER);
    ClientResult result;
    try (BrokerFigures.Lengths watched = figures.watch(rig.queues().names())) {
      result = load.measured();
      lengths = watched.soFar();
    }
    PrivateRabbit rabbit = rig.services().rabbit();
    values.put(Metric.WAITING_BEFORE, (double) rig.queues().held(rabbit));
    rabbit.node().terminate(STOP_LIMIT);
    rabbit.start();
    values.put(Metric.WAITING_AFTER, (double) rig.queues().held(rabbit));
    rig.parts().thaw(Component.CONSUMER);
    rig.awaitConsumers();
    drain();
    return result;
  }

  private ClientResult measureLoad() throws IOException, InterruptedException {
    boolean isBacklog = Load.isBacklog(cell);
    ClientResult result = null;
    if (isBacklog) {
      rig.parts().freeze(Component.CONSUMER);
      result = load.measured();
    }
    Meter meter = new Meter(rig);
    long received = figures.received();
    long sent;
    long idle;
    try (BrokerFigures.Lengths watched = figures.watch(rig.queues().names())) {
      if (isBacklog) {
        rig.parts().thaw(Component.CONSUMER);
      } else {
        result = load.measured();
      }
      sent = System.nanoTime();
      idle = drain();
      lengths = watched.soFar();
    }
    double drained = Math.max(0, (idle - sent) / NANOS_PER_SECOND);
    double counted = (isBacklog ? 0 : result.figures().get(Metric.ANSWERED)) + drained;
    values.putAll(meter.stop(!isBacklog, result.lines(), counted));
    long messages = figures.received() - received;
    if (messages > 0) {
      values.put(Metric.LINES_A_MESSAGE, (double) result.lines() / messages);
    }
    return result;
  }

  /** Ends the consumers, compares their counts with what was sent, and gives all as a launch. */
  Launch launch(Slot slot) throws IOException, InterruptedException {
    rig.endConsumers();
    if (rig.parts().of(Component.CONSUMER).isEmpty()) {
      return new Launch(slot, Launch.Status.OK, "", values, lengths);
    }
    Proof.Miscount miscount = load.losses();
    enter(miscount.lines(), Metric.LOST, Metric.DOUBLED);
    miscount.words().ifPresent(its -> enter(its, Metric.LOST_WORDS, Metric.DOUBLED_WORDS));
    Launch.Status status = miscount.exact() ? Launch.Status.OK : Launch.Status.LOST;
    return new Launch(slot, status, miscount.note(), values, lengths);
  }

  private void enter(Proof.Losses losses, Metric lost, Metric doubled) {
    values.put(lost, (double) losses.lost());
    values.put(doubled, (double) losses.doubled());
  }

  /** Ends all programs; a consumer that a failure has left stopped goes on, so that it can end. */
  @Override
  public void close() throws IOException {
    try (rig) {
      rig.parts().thaw(Component.CONSUMER);
    }
  }
}
