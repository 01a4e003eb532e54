package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Launch.Status;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.process.Closer;
import pipeline.lab.process.CpuProbe;
import pipeline.lab.process.Idleness;
import pipeline.lab.process.Program;
import pipeline.lab.process.RunningProgram;
import pipeline.lab.process.Scratch;
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

/**
 * Launches the finished programs on a RabbitMQ node of the experiment's own, and a Redis if a cell
 * needs one. Both outlive the launches; each launch has a queue of its own. Used by one thread.
 */
public final class PipelineRunner implements Runner {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration DRAIN_LIMIT = Duration.ofMinutes(5);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);
  private static final long SLOWEST_RATE = 20;

  private final Closer closer = new Closer();
  private final CpuProbe probe = new CpuProbe();
  private final Path root;
  private final Path logs;
  private final Load load;
  private final Services services;
  private final CommandLines lines;
  private final BrokerView broker;
  private int launches;

  /**
   * Starts broker and Redis.
   *
   * @param root the checkout, with the jars built
   * @param logs the folder of the programs' output
   * @param repeat how often the text is sent
   * @param warmUpLines sent before what is measured
   * @param cells what will be launched
   */
  public PipelineRunner(
      Path root, Path text, int repeat, long warmUpLines, List<Cell> cells, Path logs)
      throws IOException, InterruptedException {
    this.root = root;
    this.logs = logs;
    try {
      Jars jars = Jars.copiedFrom(root, CellPrograms.modules(cells));
      closer.add(jars);
      load = new Load(root, text, repeat, warmUpLines);
      closer.add(load);
      Scratch home = Scratch.create("lab-services");
      closer.add(home);
      boolean redis = cells.stream().anyMatch(PipelineRunner::needsRedis);
      services = Services.in(home.path(), redis);
      closer.add(services);
      services.start();
      lines = new CommandLines(jars, services.rabbit().url());
      broker = BrokerView.connect(services.rabbit().url());
      closer.add(broker);
    } catch (IOException | InterruptedException e) {
      closer.close();
      throw e;
    } catch (StuckException | TimeoutException e) {
      closer.close();
      throw new IOException(e.getMessage(), e);
    }
  }

  private static boolean needsRedis(Cell cell) {
    return Setting.STORE.of(cell).equals("redis");
  }

  @Override
  public String about() {
    // which type its queues have is a factor
    return broker.about().replaceAll(",.*", "");
  }

  @Override
  public Launch launch(Slot slot) throws IOException, InterruptedException {
    double before = probe.millis();
    try (Scratch states = Scratch.create("lab-state")) {
      return launch(slot, before, states.path());
    } catch (TimeoutException e) {
      return Launch.failed(slot, Status.TIMED_OUT, String.valueOf(e.getMessage()));
    } catch (StuckException e) {
      return Launch.failed(slot, Status.TIMED_OUT, e.getMessage());
    } catch (IOException e) {
      if (!services.rabbit().node().alive()) {
        throw new IOException("the broker has ended", e);
      }
      Status status = e.getCause() instanceof StuckException ? Status.TIMED_OUT : Status.FAILED;
      return Launch.failed(slot, status, firstLine(e));
    }
  }

  private static String firstLine(IOException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private Launch launch(Slot slot, double probeBefore, Path states)
      throws IOException, InterruptedException, TimeoutException, StuckException {
    Cell cell = slot.cell();
    if (needsRedis(cell)) {
      services.redis().orElseThrow().flush();
    }
    String queue = "lab-" + launches++;
    CellPrograms programs = new CellPrograms(cell, lines, queue);
    Path itsLogs = Files.createDirectories(logs.resolve("%03d".formatted(launches)));
    Path dump = states.resolve("counts.tsv");
    Path json = states.resolve("client.json");
    try (Pipeline pipeline = new Pipeline(itsLogs)) {
      List<RunningProgram> consumers = start(pipeline, programs, cell, dump, states);
      run(
          programs.client(load.warmUp(), pipeline.urls(), "--repeat", load.warmUpRepeats()),
          itsLogs);
      drain(queue, consumers);
      Map<Part, Long> others = new EnumMap<>(Part.class);
      others.put(Part.BROKER, services.rabbit().node().pid());
      services.redis().ifPresent(redis -> others.put(Part.REDIS, redis.node().pid()));
      Meter meter = Meter.start(pipeline, others);
      List<Integer> lengths;
      RunningProgram client;
      long sent;
      long idle;
      try (QueueSampler sampler = new QueueSampler(services.rabbit().url(), queue)) {
        client =
            run(
                programs.client(
                    load.text(),
                    pipeline.urls(),
                    "--repeat",
                    load.repeats(),
                    "--json",
                    json.toString()),
                itsLogs);
        sent = System.nanoTime();
        idle = drain(queue, consumers);
        lengths = sampler.lengths();
      }
      ClientResult result = ClientResult.read(json);
      Map<Metric, Double> values = meter.stop(client.waitingSeconds(), result.successes());
      double drained = Math.max(0, (idle - sent) / 1e9);
      enter(values, result, drained);
      values.put(
          Metric.LONGEST_QUEUE,
          (double) lengths.stream().mapToInt(Integer::intValue).max().orElse(0));
      for (RunningProgram consumer : consumers) {
        consumer.terminate(STOP_LIMIT);
      }
      values.put(Metric.PROBE, (probeBefore + probe.millis()) / 2);
      return judged(slot, values, lengths, dump);
    }
  }

  private List<RunningProgram> start(
      Pipeline pipeline, CellPrograms programs, Cell cell, Path dump, Path states)
      throws IOException, InterruptedException, StuckException {
    int servers = Setting.SERVERS.number(cell);
    for (int i = 0; i < servers; i++) {
      int port = FreePort.find();
      pipeline.startServer(port, programs.server(port), programs.readiness());
    }
    if (!Setting.BALANCER.of(cell).equals("none")) {
      pipeline.startBalancer(root, Setting.BALANCER.of(cell));
    }
    if (programs.readiness() == Pipeline.Readiness.POST) {
      // the lines that showed that the servers are ready are none of the text's
      broker.awaitDepth(programs.queue(), servers, START_LIMIT);
      broker.purge(programs.queue());
    }
    int number = Setting.CONSUMERS.number(cell);
    List<RunningProgram> consumers = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      String redis = services.redis().map(running -> running.url()).orElse("");
      Path state = states.resolve("state-" + i);
      consumers.add(pipeline.startConsumer(programs.consumer(dump, state, redis)));
    }
    broker.awaitConsumers(
        programs.queue(), number * Setting.CONSUMER_THREADS.number(cell), START_LIMIT);
    return consumers;
  }

  private RunningProgram run(Program client, Path itsLogs)
      throws IOException, InterruptedException {
    try (RunningProgram running = RunningProgram.start(client, itsLogs)) {
      running.output(Duration.ofSeconds(120 + load.lines() / SLOWEST_RATE));
      return running;
    }
  }

  /** Returns when all is counted; since when it is. */
  private long drain(String queue, List<RunningProgram> consumers) throws IOException {
    broker.awaitEmpty(queue, DRAIN_LIMIT);
    long idle = Long.MIN_VALUE;
    for (RunningProgram consumer : consumers) {
      idle = Math.max(idle, Idleness.await(consumer.pid(), DRAIN_LIMIT));
    }
    return idle;
  }

  private static void enter(Map<Metric, Double> values, ClientResult result, double drained) {
    double seconds = result.wallSeconds() + drained;
    values.put(Metric.LINES, (double) result.successes());
    values.put(Metric.WALL, seconds);
    values.put(Metric.LINES_PER_SECOND, result.successes() / seconds);
    values.put(Metric.REQUESTS_PER_SECOND, result.throughput());
    put(values, Metric.MEAN, result.latency().get("mean"));
    put(values, Metric.P50, result.latency().get("p50"));
    put(values, Metric.P90, result.latency().get("p90"));
    put(values, Metric.P99, result.latency().get("p99"));
    put(values, Metric.MAX, result.latency().get("max"));
    put(values, Metric.HALVES, result.halves());
  }

  private static void put(Map<Metric, Double> values, Metric metric, Double value) {
    if (value != null && !value.isNaN()) {
      values.put(metric, value);
    }
  }

  private Launch judged(Slot slot, Map<Metric, Double> values, List<Integer> lengths, Path dump)
      throws IOException {
    Load.Difference difference = load.difference(WordOracle.parse(Files.readString(dump)));
    values.put(Metric.LOST, (double) difference.lost());
    values.put(Metric.DOUBLED, (double) difference.doubled());
    String note =
        difference.isNone()
            ? ""
            : "%d words lost, %d counted twice".formatted(difference.lost(), difference.doubled());
    return new Launch(slot, difference.isNone() ? Status.OK : Status.LOST, note, values, lengths);
  }

  @Override
  public void close() throws IOException {
    closer.close();
  }
}
