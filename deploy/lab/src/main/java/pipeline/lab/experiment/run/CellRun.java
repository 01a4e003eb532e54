package pipeline.lab.experiment.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.run.Input.ConsumerWorkload;
import pipeline.lab.experiment.run.Links.Link;
import pipeline.lab.experiment.run.Sender.Sent;
import pipeline.lab.process.Program;
import pipeline.lab.process.RunningProgram;
import pipeline.lab.system.BrokerCounters;
import pipeline.lab.system.BrokerView;
import pipeline.lab.system.CommandLines;
import pipeline.lab.system.Component;
import pipeline.lab.system.Jars;
import pipeline.lab.system.Pipeline;
import pipeline.lab.system.QueueSampler;
import pipeline.lab.system.Services;
import pipeline.testkit.process.FreePort;
import pipeline.testkit.process.StuckException;
import pipeline.testkit.rabbit.PrivateRabbit;

/** One launch: the pipeline of a cell, from fresh programs to their end. Used by one thread. */
final class CellRun implements Closeable {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

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
  private final CellPrograms programs;
  private final Sender sender;
  private final Path logs;
  private final Path states;
  private final Links links;
  private final Pipeline pipeline;
  private final Consumers consumers = new Consumers();
  private BrokerView broker;

  /**
   * Starts nothing yet.
   *
   * @param queue of its own
   * @param logs the folder of the programs' output
   * @param states a folder for the consumers' files
   */
  CellRun(Site site, Cell cell, String queue, Path logs, Path states) throws IOException {
    this.site = site;
    this.cell = cell;
    this.logs = logs;
    this.states = states;
    this.links = new Links(cell);
    this.pipeline = new Pipeline(logs);
    this.programs =
        new CellPrograms(
            cell, site.input().kind(), lines(Link.BROKER), lines(Link.CONSUMER), queue);
    this.sender = Sender.of(site, programs, consumers, states.resolve("client.json"));
  }

  private boolean isBacklog() {
    return LoadGenerator.of(cell) == LoadGenerator.BACKLOG;
  }

  private CommandLines lines(Link link) throws IOException {
    int port = links.port(link, site.services().rabbit().port());
    return new CommandLines(
        site.jars().get(Setting.checkout(cell).orElse(site.root())), PrivateRabbit.url(port));
  }

  /** Starts all programs but the client. */
  void start() throws IOException, InterruptedException, StuckException, TimeoutException {
    connect();
    int servers = isBacklog() ? 0 : Setting.SERVERS.number(cell);
    for (int i = 0; i < servers; i++) {
      int port = FreePort.find();
      pipeline.startServer(port, programs.server(port, redis(), states), programs.readiness());
    }
    if (!Setting.BALANCER.of(cell).equals("none")) {
      pipeline.startBalancer(site.root(), Setting.BALANCER.of(cell));
    }
    if (isBacklog()) {
      // some consumers only find their queue, and do not declare it
      toItsEnd(programs.declaration(), START_LIMIT);
    }
    if (programs.design().hasQueue()) {
      for (ConsumerWorkload workload : site.input().consumerWorkloads()) {
        startConsumers(workload, servers);
      }
    }
  }

  private void connect() throws IOException, TimeoutException {
    broker = BrokerView.connect(site.services().rabbit().url());
  }

  private void startConsumers(ConsumerWorkload workload, int servers)
      throws IOException, InterruptedException, StuckException {
    String queue = workload.queue(programs.queue());
    if (programs.readiness() == Pipeline.Readiness.POST) {
      // the lines that showed that the servers are ready do not belong to the text
      broker.awaitDepth(queue, servers, START_LIMIT);
      broker.purge(queue);
    }
    int number = Setting.CONSUMERS.number(cell);
    if (number == 0) {
      return;
    }
    List<RunningProgram> started = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      Path state = states.resolve(workload.name() + "-" + i);
      started.add(
          pipeline.startConsumer(
              programs.consumer(workload.name(), dump(workload), state, redis())));
    }
    consumers.add(workload, started);
    awaitConsumers(workload);
  }

  private void awaitConsumers(ConsumerWorkload workload) throws IOException, InterruptedException {
    int channels = Setting.CONSUMERS.number(cell) * Setting.CONSUMER_THREADS.number(cell);
    broker.awaitConsumers(workload.queue(programs.queue()), channels, START_LIMIT);
  }

  /** The URL of Redis; empty if no cell needs one. */
  private String redis() {
    return site.services().redis().map(running -> running.url()).orElse("");
  }

  private Path dump(ConsumerWorkload workload) {
    return states.resolve(workload.name() + ".tsv");
  }

  /** Sends the warm-up, and returns when it is counted. */
  void warmUp() throws IOException, InterruptedException {
    sender.warmUp(this::toItsEnd, ports());
    consumers.drain(broker, programs.queue());
    if (consumers.isEmpty() && programs.design().hasQueue()) {
      for (String queue : queues()) {
        broker.purge(queue);
      }
    }
  }

  /** Sends what is to be measured, and returns when it is counted. */
  Measured measure() throws IOException, InterruptedException, TimeoutException, StuckException {
    return Setting.restartsBroker(cell) ? measureRestart() : measureLoad();
  }

  /**
   * Sends the input to stopped consumers, and lets them count what a restart of the broker leaves.
   * CPU and the broker's counters are not measured, since a node's end with it. Throughput is not
   * measured, since most of the time is that of the restart.
   */
  private Measured measureRestart()
      throws IOException, InterruptedException, TimeoutException, StuckException {
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    List<Integer> lengths;
    ClientResult result;
    try {
      consumers.freeze();
      try (QueueSampler sampler = new QueueSampler(metricsPort(), queues())) {
        result = sender.measured(this::toItsEnd, ports()).result();
        lengths = sampler.lengths();
      }
      BrokerRestart.perform(site.services().rabbit(), queues()).enter(values);
    } finally {
      consumers.thaw();
    }
    broker.close();
    connect();
    for (ConsumerWorkload workload : site.input().consumerWorkloads()) {
      awaitConsumers(workload);
    }
    consumers.drain(broker, programs.queue());
    result.enter(values);
    links.enter(values);
    return Measured.of(values, lengths);
  }

  private Measured measureLoad() throws IOException, InterruptedException, TimeoutException {
    Map<Component, Long> others = new EnumMap<>(Component.class);
    others.put(Component.BROKER, site.services().rabbit().node().pid());
    Optional<Sent> waiting =
        isBacklog() ? Optional.of(sender.measured(this::toItsEnd, List.of())) : Optional.empty();
    int metrics = metricsPort();
    BrokerCounters before = BrokerCounters.now(metrics);
    Meter meter = Meter.start(pipeline, others, site.services().redis());
    List<Integer> lengths;
    Sent sending;
    long sent;
    long idle;
    try (QueueSampler sampler = new QueueSampler(metrics, queues())) {
      if (waiting.isPresent()) {
        consumers.thaw();
        sending = waiting.get();
      } else {
        sending = sender.measured(this::toItsEnd, ports());
      }
      sent = System.nanoTime();
      idle = consumers.drain(broker, programs.queue());
      lengths = sampler.lengths();
    }
    ClientResult result = sending.result();
    Optional<RunningProgram> client =
        isBacklog() ? Optional.empty() : Optional.of(sending.program());
    Map<Metric, Double> values = meter.stop(client, result.lines());
    result.enter(values);
    result.enterCounted(values, Math.max(0, (idle - sent) / 1e9));
    enter(values, BrokerCounters.now(metrics).since(before));
    links.enter(values);
    return Measured.of(values, lengths);
  }

  private int metricsPort() {
    return site.services().rabbit().metricsPort().orElseThrow();
  }

  private List<String> queues() {
    return site.input().consumerWorkloads().stream()
        .map(each -> each.queue(programs.queue()))
        .toList();
  }

  private static void enter(Map<Metric, Double> values, BrokerCounters counted) {
    double seconds = values.get(Metric.WALL);
    values.put(Metric.PUBLISHED, counted.published() / seconds);
    values.put(Metric.DELIVERED, counted.delivered() / seconds);
    values.put(Metric.ACKED, counted.acked() / seconds);
  }

  private List<Integer> ports() throws IOException {
    List<Integer> ports = new ArrayList<>();
    for (int port : pipeline.entryPorts()) {
      ports.add(links.port(Link.CLIENT, port));
    }
    return ports;
  }

  private RunningProgram toItsEnd(Program program, Duration limit)
      throws IOException, InterruptedException {
    try (RunningProgram running = RunningProgram.start(program, logs)) {
      running.output(limit);
      return running;
    }
  }

  /** Ends the consumers and compares their counts with what was sent; empty without consumers. */
  Optional<Losses> losses() throws IOException, InterruptedException, StuckException {
    return consumers.isEmpty()
        ? Optional.empty()
        : Optional.of(sender.losses(consumers.end(this::dump)));
  }

  @Override
  public void close() throws IOException {
    // the proxies must outlive the programs that connect through them
    try (links) {
      pipeline.close();
    } finally {
      if (broker != null) {
        broker.close();
      }
    }
  }
}
