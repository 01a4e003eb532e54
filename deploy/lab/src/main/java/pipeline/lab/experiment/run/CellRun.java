package pipeline.lab.experiment.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.run.Sender.Sent;
import pipeline.rig.BrokerFigures;
import pipeline.rig.Component;
import pipeline.rig.Jars;
import pipeline.rig.Program;
import pipeline.rig.Proof;
import pipeline.rig.Rig;
import pipeline.rig.Services;
import pipeline.rig.machine.Idleness;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.rabbit.PrivateRabbit;

/**
 * One launch: the rig of a cell, which is warmed up, loaded, measured and proved. Used by one
 * thread.
 */
final class CellRun implements Closeable {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);
  private static final Duration DRAIN_LIMIT = Duration.ofMinutes(5);

  /**
   * The services and settings that outlive a launch.
   *
   * @param warmUp requests
   * @param jars by the checkout that they are from
   */
  record Site(
      Path root,
      Input input,
      CheckedInput checked,
      long warmUp,
      Services services,
      Map<Path, Jars> jars) {}

  private final Site site;
  private final Cell cell;
  private final Path logs;
  private final Rig rig;
  private final CellPrograms programs;
  private final Sender sender;

  /**
   * Starts nothing yet.
   *
   * @param queue of its own
   * @param logs the folder of the programs' output
   * @param states a folder for the consumers' files
   */
  CellRun(Site site, Cell cell, String queue, Path logs, Path states) {
    this.site = site;
    this.cell = cell;
    this.logs = logs;
    programs = new CellPrograms(cell, site.jars().get(Setting.checkout(cell).orElse(site.root())));
    rig =
        new Rig(
            CellPrograms.spec(cell, site.input().kind(), queue),
            programs,
            site.services(),
            logs,
            states,
            ready -> {});
    sender = Sender.of(site, programs, rig, states.resolve("client.json"));
  }

  private boolean isBacklog() {
    return LoadGenerator.of(cell) == LoadGenerator.BACKLOG;
  }

  /** Starts all programs but the client. */
  void start() throws IOException, InterruptedException {
    if (isBacklog()) {
      // some consumers only find their queue, and do not declare it
      toItsEnd(programs.declaration(rig), START_LIMIT);
    }
    rig.start();
  }

  /** Sends the warm-up, and returns when it is counted. */
  void warmUp() throws IOException, InterruptedException {
    sender.warmUp(this::toItsEnd, rig.ports());
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
      idle = Math.max(idle, Idleness.await(consumer.pid(), DRAIN_LIMIT));
    }
    return idle;
  }

  /** Sends what is to be measured, and returns when it is counted. */
  Measured measure() throws IOException, InterruptedException {
    return Setting.restartsBroker(cell) ? measureRestart() : measureLoad();
  }

  /**
   * Sends the input to stopped consumers, and lets them count what a restart of the broker leaves.
   * CPU and the broker's counters are not measured, since a node's end with it. Throughput is not
   * measured, since most of the time is that of the restart.
   */
  private Measured measureRestart() throws IOException, InterruptedException {
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    List<String> queues = rig.queues().names();
    List<Integer> lengths;
    ClientResult result;
    try {
      rig.parts().freeze(Component.CONSUMER);
      try (BrokerFigures.Lengths watched = figures().watch(queues)) {
        result = sender.measured(this::toItsEnd, rig.ports()).result();
        lengths = watched.soFar();
      }
      PrivateRabbit rabbit = site.services().rabbit();
      values.put(Metric.WAITING_BEFORE, (double) rig.queues().held(rabbit));
      rabbit.node().terminate(STOP_LIMIT);
      rabbit.start();
      values.put(Metric.WAITING_AFTER, (double) rig.queues().held(rabbit));
    } finally {
      rig.parts().thaw(Component.CONSUMER);
    }
    rig.awaitConsumers();
    drain();
    result.enter(values);
    Delays.enter(rig.proxies(), values);
    return Measured.of(values, lengths);
  }

  private Measured measureLoad() throws IOException, InterruptedException {
    Optional<Sent> waiting =
        isBacklog() ? Optional.of(sender.measured(this::toItsEnd, List.of())) : Optional.empty();
    BrokerFigures.Counters before = figures().counters();
    Meter meter = new Meter(rig);
    List<Integer> lengths;
    Sent sending;
    long sent;
    long idle;
    try (BrokerFigures.Lengths watched = figures().watch(rig.queues().names())) {
      if (waiting.isPresent()) {
        rig.parts().thaw(Component.CONSUMER);
        sending = waiting.get();
      } else {
        sending = sender.measured(this::toItsEnd, rig.ports());
      }
      sent = System.nanoTime();
      idle = drain();
      lengths = watched.soFar();
    }
    ClientResult result = sending.result();
    Optional<EndedProgram> client = isBacklog() ? Optional.empty() : Optional.of(sending.program());
    Map<Metric, Double> values = meter.stop(client, result.lines());
    result.enter(values);
    result.enterCounted(values, Math.max(0, (idle - sent) / 1e9));
    enter(values, figures().counters().since(before), result.lines());
    Delays.enter(rig.proxies(), values);
    return Measured.of(values, lengths);
  }

  private BrokerFigures figures() {
    return new BrokerFigures(site.services().rabbit().metricsPort().orElseThrow());
  }

  private static void enter(
      Map<Metric, Double> values, BrokerFigures.Counters counted, long lines) {
    double seconds = values.get(Metric.WALL);
    values.put(Metric.PUBLISHED, counted.published() / seconds);
    values.put(Metric.DELIVERED, counted.delivered() / seconds);
    values.put(Metric.ACKED, counted.acked() / seconds);
    if (counted.published() > 0) {
      values.put(Metric.LINES_PER_MESSAGE, lines / counted.published());
    }
  }

  private EndedProgram toItsEnd(Program program, Duration limit)
      throws IOException, InterruptedException {
    return EndedProgram.run(program, logs, limit);
  }

  /** Ends the consumers and compares their counts with what was sent; empty without consumers. */
  Optional<Miscount> miscount() throws IOException, InterruptedException {
    rig.endConsumers();
    if (rig.parts().of(Component.CONSUMER).isEmpty()) {
      return Optional.empty();
    }
    Map<String, Proof> counted = new HashMap<>();
    rig.spec().counters().forEach(counter -> counted.put(counter, rig.proof(counter)));
    return Optional.of(sender.losses(counted));
  }

  @Override
  public void close() throws IOException {
    rig.close();
  }
}
