package pipeline.lab.experiment.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.run.Hops.Hop;
import pipeline.lab.experiment.run.Input.Counting;
import pipeline.lab.experiment.run.Load.Counted;
import pipeline.lab.process.Idleness;
import pipeline.lab.process.Program;
import pipeline.lab.process.RunningProgram;
import pipeline.lab.system.BrokerCounters;
import pipeline.lab.system.BrokerView;
import pipeline.lab.system.CommandLines;
import pipeline.lab.system.Jars;
import pipeline.lab.system.Part;
import pipeline.lab.system.Pipeline;
import pipeline.lab.system.QueueSampler;
import pipeline.lab.system.Services;
import pipeline.lab.system.WordOracle;
import pipeline.testkit.process.FreePort;
import pipeline.testkit.process.StuckException;
import pipeline.testkit.rabbit.PrivateRabbit;

/** One launch: the pipeline of a cell, from fresh programs to their end. Used by one thread. */
final class CellRun implements Closeable {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration DRAIN_LIMIT = Duration.ofMinutes(5);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);
  private static final long SLOWEST_RATE = 20;

  /** The first line that a consumer prints when it ends. */
  private static final Pattern TOTAL = Pattern.compile("(?m)^(?:lines|rides|swipes)=(\\d+)");

  /** What outlives a launch. */
  record Site(Path root, Input input, Load load, Services services, Jars jars, BrokerView broker) {}

  private final Site site;
  private final Cell cell;
  private final CellPrograms programs;
  private final Path logs;
  private final Path states;
  private final Hops hops;
  private final CpuLimits limits;
  private final Pipeline pipeline;
  private final Map<Counting, List<RunningProgram>> consumers = new HashMap<>();

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
    this.hops = new Hops(cell);
    this.limits = new CpuLimits(cell);
    this.pipeline = new Pipeline(logs);
    this.programs =
        new CellPrograms(
            cell, site.input().workload(), lines(Hop.BROKER), lines(Hop.CONSUMER), queue);
  }

  private CommandLines lines(Hop hop) throws IOException {
    int port = hops.port(hop, site.services().rabbit().port());
    return new CommandLines(site.jars(), PrivateRabbit.url(port));
  }

  /** What was measured, and the messages that waited, a number a second. */
  record Measured(Map<Metric, Double> values, List<Integer> queue) {}

  /** Starts all programs but the client. */
  void start() throws IOException, InterruptedException, StuckException {
    int servers = Setting.SERVERS.number(cell);
    for (int i = 0; i < servers; i++) {
      int port = FreePort.find();
      pipeline.startServer(port, programs.server(port), programs.readiness());
    }
    if (!Setting.BALANCER.of(cell).equals("none")) {
      pipeline.startBalancer(site.root(), Setting.BALANCER.of(cell));
    }
    for (Counting counting : site.input().countings()) {
      startConsumers(counting, servers);
    }
    limits.hold(Part.BROKER, site.services().rabbit().node().pid());
    for (Part part : List.of(Part.SERVER, Part.CONSUMER)) {
      for (RunningProgram process : pipeline.processes(part)) {
        limits.hold(part, process.pid());
      }
    }
  }

  private void startConsumers(Counting counting, int servers)
      throws IOException, InterruptedException, StuckException {
    String queue = counting.queue(programs.queue());
    if (programs.readiness() == Pipeline.Readiness.POST) {
      // the lines that showed that the servers are ready are none of the text's
      site.broker().awaitDepth(queue, servers, START_LIMIT);
      site.broker().purge(queue);
    }
    int number = Setting.CONSUMERS.number(cell);
    List<RunningProgram> started = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      String redis = site.services().redis().map(running -> running.url()).orElse("");
      Path state = states.resolve(counting.name() + "-" + i);
      started.add(
          pipeline.startConsumer(programs.consumer(counting.name(), dump(counting), state, redis)));
    }
    consumers.put(counting, started);
    site.broker()
        .awaitConsumers(queue, number * Setting.CONSUMER_THREADS.number(cell), START_LIMIT);
  }

  private Path dump(Counting counting) {
    return states.resolve(counting.name() + ".tsv");
  }

  /** Sends the warm-up, and returns when it is counted. */
  void warmUp() throws IOException, InterruptedException {
    client(site.load().warmUp(Setting.THREADS.of(cell)));
    drain();
  }

  /** Sends what is to be measured, and returns when it is counted. */
  Measured measure() throws IOException, InterruptedException, TimeoutException {
    Path json = states.resolve("client.json");
    Map<Part, Long> others = new EnumMap<>(Part.class);
    others.put(Part.BROKER, site.services().rabbit().node().pid());
    site.services().redis().ifPresent(redis -> others.put(Part.REDIS, redis.node().pid()));
    String watched = site.input().countings().get(0).queue(programs.queue());
    limits.begin();
    int metrics = site.services().rabbit().metricsPort().orElseThrow();
    BrokerCounters before = BrokerCounters.now(metrics);
    Meter meter = Meter.start(pipeline, others);
    List<Integer> lengths;
    RunningProgram client;
    long sent;
    long idle;
    try (QueueSampler sampler = new QueueSampler(site.services().rabbit().url(), watched)) {
      client = client(site.load().measured(Setting.THREADS.of(cell)), "--json", json.toString());
      sent = System.nanoTime();
      idle = drain();
      lengths = sampler.lengths();
    }
    ClientResult result = ClientResult.read(json);
    Map<Metric, Double> values = meter.stop(client, result.successes());
    result.enter(values, Math.max(0, (idle - sent) / 1e9));
    enter(values, BrokerCounters.now(metrics).since(before));
    hops.enter(values);
    limits.enter(values);
    values.put(
        Metric.LONGEST_QUEUE,
        (double) lengths.stream().mapToInt(Integer::intValue).max().orElse(0));
    return new Measured(values, lengths);
  }

  private static void enter(Map<Metric, Double> values, BrokerCounters counted) {
    double seconds = values.get(Metric.WALL);
    values.put(Metric.PUBLISHED, counted.published() / seconds);
    values.put(Metric.DELIVERED, counted.delivered() / seconds);
    values.put(Metric.ACKED, counted.acked() / seconds);
  }

  private RunningProgram client(List<String> input, String... more)
      throws IOException, InterruptedException {
    List<String> urls = new ArrayList<>();
    for (int port : pipeline.entries()) {
      urls.add(CommandLines.base(hops.port(Hop.CLIENT, port)));
    }
    Program client = programs.client(input, urls, more);
    try (RunningProgram running = RunningProgram.start(client, logs)) {
      limits.hold(Part.CLIENT, running.pid());
      running.output(Duration.ofSeconds(120 + site.load().lines() / SLOWEST_RATE));
      return running;
    }
  }

  /** Returns when all is counted; since when it is. */
  private long drain() throws IOException {
    long idle = Long.MIN_VALUE;
    for (Map.Entry<Counting, List<RunningProgram>> part : consumers.entrySet()) {
      site.broker().awaitEmpty(part.getKey().queue(programs.queue()), DRAIN_LIMIT);
      for (RunningProgram consumer : part.getValue()) {
        idle = Math.max(idle, Idleness.await(consumer.pid(), DRAIN_LIMIT));
      }
    }
    return idle;
  }

  /** Ends the consumers; how what they counted differs from what was sent. */
  Losses losses() throws IOException, InterruptedException, StuckException {
    Map<String, Counted> counted = new HashMap<>();
    for (Map.Entry<Counting, List<RunningProgram>> part : consumers.entrySet()) {
      String said = "";
      for (RunningProgram consumer : part.getValue()) {
        consumer.terminate(STOP_LIMIT);
        // those of one store say the same, the last one all of it
        said = consumer.written();
      }
      Matcher total = TOTAL.matcher(said);
      if (!total.find()) {
        throw new IOException("a consumer has not said how many lines it counted");
      }
      counted.put(
          part.getKey().name(),
          new Counted(
              WordOracle.parse(Files.readString(dump(part.getKey()))),
              Long.parseLong(total.group(1))));
    }
    return site.load().losses(counted);
  }

  @Override
  public void close() throws IOException {
    // groups can be removed when their processes have ended; proxies must outlive their users
    try (hops;
        limits) {
      pipeline.close();
    }
  }
}
