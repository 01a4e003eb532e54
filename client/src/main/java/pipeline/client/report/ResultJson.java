package pipeline.client.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import pipeline.client.broker.BrokerCounter;
import pipeline.client.broker.BrokerHistory;
import pipeline.client.broker.BrokerPoint;
import pipeline.client.broker.BrokerStep;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.LatencySummary;
import pipeline.client.stats.StepStats;
import pipeline.client.workload.Traffic;

/**
 * Writes a finished run as JSON, whose schema is {@code result.schema.json} beside this class. A
 * figure that was not measured is null, never zero. Times are in seconds, latencies in milliseconds
 * with four decimals.
 */
final class ResultJson {
  static final String FORMAT = "pipeline-client-result/1";

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double LATENCY_DECIMALS = 1e4;

  /** The percents in the report's table of percentiles. */
  private static final List<Double> TABLE =
      List.of(50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 99.99, 100.0);

  private final RunRecord run;
  private final List<Second> seconds;
  private final List<Expectation.Check> checks;
  private final String queue;
  private final Optional<BrokerHistory> broker;

  /**
   * @param seconds the series, in order
   * @param queue the queue's name
   * @param broker empty if the broker was not to be asked
   */
  ResultJson(
      RunRecord run,
      List<Second> seconds,
      List<Expectation.Check> checks,
      String queue,
      Optional<BrokerHistory> broker) {
    this.run = run;
    this.seconds = seconds;
    this.checks = checks;
    this.queue = queue;
    this.broker = broker;
  }

  /** Writes the document and leaves the stream open. */
  void write(OutputStream out) throws IOException {
    try (JsonWriter json = new JsonWriter(out)) {
      json.object(
          () -> {
            json.field("format", FORMAT);
            json.object("run", () -> writeRun(json));
            json.object("environment", () -> writeEnvironment(json));
            json.field("best", best());
            writeSteps(json);
            json.objects("seconds", seconds, second -> writeSecond(json, second));
            json.object("broker", broker, history -> writeBroker(json, history));
            json.objects("expectations", checks, check -> writeCheck(json, check));
          });
    }
  }

  private void writeRun(JsonWriter json) throws IOException {
    Traffic traffic = run.traffic();
    json.field("id", run.runId().toString());
    json.field("startedAt", Instant.ofEpochMilli(run.clock().originEpochMillis()).toString());
    json.field("command", command(run.arguments()));
    json.field("workload", traffic.name());
    json.field("inputLines", traffic.isFile() ? traffic.size() : null);
    json.field("requests", traffic.isFile() ? null : traffic.size());
    json.field("seed", traffic.seed());
    json.field("linesPerRequest", traffic.linesPerRequest());
    json.field("urls", run.urls());
    json.field("stopped", run.stoppedBecause().isEmpty() ? null : run.stoppedBecause());
  }

  /** The command line, quoted so that it can be pasted into a shell. */
  private static String command(List<String> arguments) {
    return arguments.stream()
        .map(a -> a.matches("[\\w./:,=@%+-]+") ? a : "'" + a.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" ", "java -jar client.jar ", ""));
  }

  /** Writes the machine and JVM on which the client ran, which are those of this process. */
  private static void writeEnvironment(JsonWriter json) throws IOException {
    String version = ResultJson.class.getPackage().getImplementationVersion();
    json.field("client", version == null ? "unpackaged" : version);
    json.field("java", properties("java.vm.name", "java.vm.version"));
    json.field("os", properties("os.name", "os.version", "os.arch"));
    json.field("cpus", Runtime.getRuntime().availableProcessors());
    json.field(
        "memoryBytes",
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize());
  }

  private static String properties(String... names) {
    return Stream.of(names).map(System::getProperty).collect(Collectors.joining(" "));
  }

  /** The index of the step with the highest throughput. */
  private Optional<Integer> best() {
    return IntStream.range(0, run.steps().size())
        .boxed()
        .max(Comparator.comparingDouble(i -> run.steps().get(i).stats().throughput()));
  }

  private void writeSteps(JsonWriter json) throws IOException {
    List<StepResult> steps = run.steps();
    List<BrokerStep> told = broker.map(history -> history.bySteps(steps)).orElse(List.of());
    List<Integer> numbers = IntStream.range(0, steps.size()).boxed().toList();
    json.objects(
        "steps",
        numbers,
        i -> {
          writeStep(json, steps.get(i));
          Optional<BrokerStep> ofStep =
              told.isEmpty() ? Optional.empty() : Optional.of(told.get(i));
          json.object("broker", ofStep, step -> writeBrokerStep(json, step));
          LatencyStats latency = steps.get(i).stats().successes();
          writePoints(json, "distribution", latency.curve(), latency);
          writePoints(json, "percentiles", latency.count() > 0 ? TABLE : List.of(), latency);
        });
  }

  private void writeStep(JsonWriter json, StepResult step) throws IOException {
    StepPlan plan = step.plan();
    StepStats stats = step.stats();
    boolean open = plan.isOpen();
    json.field("name", step.label());
    json.field("threads", plan.threads());
    json.field("meanThreads", stats.meanThreads());
    json.field("rate", open ? plan.stage().rate() : null);
    json.field("startSeconds", secondsAt(step.startNanos()));
    json.field("warmUpSeconds", plan.warmUp().toNanos() / NANOS_PER_SECOND);
    json.field("warmUpRequests", step.warmUpRequests());
    json.field("wallSeconds", stats.wallNanos() / NANOS_PER_SECOND);
    json.field("requests", stats.requests());
    json.field("successes", stats.successes().count());
    json.field("failures", stats.failures().count());
    json.field("attempts", stats.attempts());
    json.field("retries", stats.retries());
    json.field("longestWait", stats.requests() > 0 ? rounded(stats.longestWaitMillis()) : null);
    json.field("throughput", stats.throughput());
    json.field("lines", stats.lines());
    json.field("linesPerSecond", stats.linesPerSecond());
    boolean predicted = stats.serviceTimes().count() > 0;
    json.field("predictedThroughput", predicted ? stats.predictedThroughput() : null);
    json.field("late", open ? (double) step.late() : null);
    json.field("dropped", open ? (double) step.dropped() : null);
    json.field("drainSeconds", step.drainSeconds());
    writeLatency(json, "latency", stats.successes());
    writeLatency(json, "service", stats.serviceTimes());
    json.objects(
        "errors",
        stats.errors().entrySet(),
        error -> {
          json.field("text", error.getKey());
          json.field("attempts", error.getValue());
        });
    json.objects(
        "servers",
        stats.servers(),
        server -> {
          json.field("url", server.url());
          json.field("failures", server.failures().count());
          writeLatency(json, "latency", server.successes());
        });
    json.object(
        "gets",
        step.gets(),
        gets -> {
          json.field("failures", gets.failures().count());
          writeLatency(json, "latency", gets.successes());
        });
  }

  private static void writeLatency(JsonWriter json, String name, LatencyStats stats)
      throws IOException {
    json.object(
        name,
        () -> {
          json.field("count", stats.count());
          writeSummary(json, LatencySummary.of(stats));
        });
  }

  private static void writeSummary(JsonWriter json, LatencySummary latency) throws IOException {
    boolean known = latency.count() > 0;
    json.field("mean", known ? rounded(latency.mean()) : null);
    json.field("min", known ? rounded(latency.min()) : null);
    json.field("p50", known ? rounded(latency.p50()) : null);
    json.field("p90", known ? rounded(latency.p90()) : null);
    json.field("p95", known ? rounded(latency.p95()) : null);
    json.field("p99", known ? rounded(latency.p99()) : null);
    json.field("p999", known ? rounded(latency.p999()) : null);
    json.field("max", known ? rounded(latency.max()) : null);
  }

  private static double rounded(double millis) {
    return Math.round(millis * LATENCY_DECIMALS) / LATENCY_DECIMALS;
  }

  private static void writePoints(
      JsonWriter json, String name, List<Double> percents, LatencyStats stats) throws IOException {
    json.objects(
        name,
        percents,
        percent -> {
          json.field("percent", percent);
          json.field("ms", rounded(stats.percentileMillis(percent)));
        });
  }

  private void writeSecond(JsonWriter json, Second second) throws IOException {
    double length = second.lengthNanos() / NANOS_PER_SECOND;
    json.field("step", second.step());
    json.field("t", secondsAt(second.startNanos()));
    json.field("width", length);
    json.field("warmUp", second.warmUp());
    json.field("successes", second.successes());
    json.field("failures", second.failures());
    json.field("throughput", second.successes() / length);
    json.field("lines", second.lines());
    json.field("linesPerSecond", second.lines() / length);
    json.field("failuresPerSecond", second.failures() / length);
    writeSummary(json, second.latency());
  }

  private void writeBroker(JsonWriter json, BrokerHistory history) throws IOException {
    json.field("queue", queue);
    json.field("source", history.source());
    json.field("failure", history.failure());
    json.field("gaps", history.gaps());
    json.field("maxReady", history.maxReady());
    json.field("finalReady", history.finalReady());
    json.field("maxUnacked", history.maxUnacked());
    json.field("alarms", history.alarms());
    json.object("growth", () -> writeCounters(json, history.growth()));
    json.objects("samples", history.points(), point -> writePoint(json, point));
  }

  private static void writeBrokerStep(JsonWriter json, BrokerStep step) throws IOException {
    json.field("maxReady", step.maxReady());
    json.field("maxUnacked", step.maxUnacked());
    writeCounters(json, step.rates());
  }

  private void writePoint(JsonWriter json, BrokerPoint point) throws IOException {
    json.field("t", secondsAt(point.atNanos()));
    json.field("ready", point.reading().ready());
    json.field("unacked", point.reading().unacked());
    json.field("memoryBytes", point.reading().memoryBytes());
    writeCounters(json, point.rates());
    json.field("alarms", point.reading().alarms());
  }

  private static void writeCounters(JsonWriter json, Map<BrokerCounter, ?> numbers)
      throws IOException {
    for (BrokerCounter counter : BrokerCounter.values()) {
      json.field(counter.label(), numbers.get(counter));
    }
  }

  private static void writeCheck(JsonWriter json, Expectation.Check check) throws IOException {
    json.field("step", check.step());
    json.field("expected", check.expected());
    json.field("measured", check.measured());
    json.field("met", check.met());
  }

  /** A moment, as seconds since the first step began. */
  private double secondsAt(long nanos) {
    long origin =
        run.steps().isEmpty() ? run.clock().originNanos() : run.steps().get(0).startNanos();
    return (nanos - origin) / NANOS_PER_SECOND;
  }
}
