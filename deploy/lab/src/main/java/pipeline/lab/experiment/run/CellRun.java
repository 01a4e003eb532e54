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
import java.util.Set;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.run.CheckedInput.Counted;
import pipeline.lab.experiment.run.Sender.Sent;
import pipeline.rig.BrokerFigures;
import pipeline.rig.CommandLines;
import pipeline.rig.Component;
import pipeline.rig.ConsumerReport;
import pipeline.rig.Jars;
import pipeline.rig.Link;
import pipeline.rig.Oracle;
import pipeline.rig.Program;
import pipeline.rig.Programs;
import pipeline.rig.Rig;
import pipeline.rig.Services;
import pipeline.rig.Spec;
import pipeline.rig.machine.Idleness;
import pipeline.testkit.process.StuckException;
import pipeline.testkit.process.SupervisedProcess;
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
  private final Path states;
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
    this.states = states;
    rig = new Rig(spec(queue), new OfCell(), site.services(), logs, ready -> {});
    programs =
        new CellPrograms(
            cell, site.input().kind(), lines(Link.PUBLISH), lines(Link.CONSUME), queue);
    sender = Sender.of(site, programs, rig, states.resolve("client.json"));
  }

  private Spec spec(String queue) {
    boolean hasQueue = DesignUnderTest.of(cell).hasQueue();
    String balancer = Setting.BALANCER.of(cell);
    return new Spec(
        site.input().kind(),
        hasQueue ? site.input().counters() : List.of(),
        queue,
        isBacklog() ? 0 : Setting.SERVERS.number(cell),
        balancer.equals("none") ? "" : balancer,
        0,
        Setting.CONSUMERS.number(cell),
        Setting.CONSUMER_THREADS.number(cell),
        Spec.Store.DEFAULT,
        Map.of(),
        Map.of(),
        Delays.of(cell),
        Spec.Restart.NEVER,
        Set.of(CellPrograms.sign(cell)));
  }

  /** The programs of the cell's design. */
  private final class OfCell implements Programs {
    @Override
    public Program server(Rig its, int port) throws IOException {
      return programs.server(port, its.redis(), states);
    }

    @Override
    public Program consumer(Rig its, String counter, Path state) {
      return programs.consumer(
          counter, dump(counter), states.resolve(state.getFileName()), its.redis());
    }
  }

  private CommandLines lines(Link link) {
    return new CommandLines(
        site.jars().get(Setting.checkout(cell).orElse(site.root())), rig.amqp(link));
  }

  private boolean isBacklog() {
    return LoadGenerator.of(cell) == LoadGenerator.BACKLOG;
  }

  private Path dump(String counter) {
    return states.resolve(counter + ".tsv");
  }

  /** Starts all programs but the client. */
  void start() throws IOException, InterruptedException {
    if (isBacklog()) {
      // some consumers only find their queue, and do not declare it
      toItsEnd(programs.declaration(), START_LIMIT);
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
    List<SupervisedProcess> consumers = rig.parts().of(Component.CONSUMER);
    long idle = consumers.isEmpty() ? System.nanoTime() : Long.MIN_VALUE;
    for (SupervisedProcess consumer : consumers) {
      idle = Math.max(idle, Idleness.await(consumer.pid(), DRAIN_LIMIT));
    }
    return idle;
  }

  /** Sends what is to be measured, and returns when it is counted. */
  Measured measure() throws IOException, InterruptedException, StuckException {
    return Setting.restartsBroker(cell) ? measureRestart() : measureLoad();
  }

  /**
   * Sends the input to stopped consumers, and lets them count what a restart of the broker leaves.
   * CPU and the broker's counters are not measured, since a node's end with it. Throughput is not
   * measured, since most of the time is that of the restart.
   */
  private Measured measureRestart() throws IOException, InterruptedException, StuckException {
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
      values.put(Metric.WAITING_BEFORE, (double) rabbit.messages(queues));
      rabbit.node().terminate(STOP_LIMIT);
      rabbit.start();
      values.put(Metric.WAITING_AFTER, (double) rabbit.messages(queues));
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
    enter(values, figures().counters().since(before));
    Delays.enter(rig.proxies(), values);
    return Measured.of(values, lengths);
  }

  private BrokerFigures figures() {
    return new BrokerFigures(site.services().rabbit().metricsPort().orElseThrow());
  }

  private static void enter(Map<Metric, Double> values, BrokerFigures.Counters counted) {
    double seconds = values.get(Metric.WALL);
    values.put(Metric.PUBLISHED, counted.published() / seconds);
    values.put(Metric.DELIVERED, counted.delivered() / seconds);
    values.put(Metric.ACKED, counted.acked() / seconds);
  }

  private EndedProgram toItsEnd(Program program, Duration limit)
      throws IOException, InterruptedException {
    return EndedProgram.run(program, logs, limit);
  }

  /** Ends the consumers and compares their counts with what was sent; empty without consumers. */
  Optional<Miscount> miscount() throws IOException, InterruptedException {
    Map<String, Counted> counted = new HashMap<>();
    for (Map.Entry<String, ConsumerReport> its : rig.endConsumers().entrySet()) {
      Map<String, Long> counts = Oracle.read(dump(its.getKey()));
      counted.put(its.getKey(), new Counted(counts, its.getValue().counted()));
    }
    return counted.isEmpty() ? Optional.empty() : Optional.of(sender.losses(counted));
  }

  @Override
  public void close() throws IOException {
    rig.close();
  }
}
