package pipeline.client.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import pipeline.client.broker.BrokerHistory;
import pipeline.client.broker.BrokerReading;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.client.report.SecondSeries.Second;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.StepStats;
import pipeline.client.workload.Input;
import pipeline.wire.page.HtmlPage;
import pipeline.wire.process.Build;

/**
 * A finished run as JSON, whose schema is {@code result.schema.json} beside this class. A figure
 * that was not measured is null, never zero. Times are in seconds, latencies in milliseconds with
 * four decimals.
 *
 * @param seconds the series, in order
 * @param queue the queue's name
 * @param broker empty if the broker was not to be asked
 */
record ResultJson(
    RunRecord run,
    List<Second> seconds,
    List<Expectation.Check> checks,
    String queue,
    Optional<BrokerHistory> broker) {
  static final String FORMAT = "pipeline-client-result/1";

  private static final double LATENCY_DECIMALS = 1e4;

  /** The percents in the report's table of percentiles. */
  private static final List<Double> TABLE =
      List.of(50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 99.99, 100.0);

  /** Writes the document, without a copy of its series in memory, and leaves the stream open. */
  void write(OutputStream out) throws IOException {
    document(this::second).write(out);
  }

  /** Writes a page with the numbers of the JSON, but for the histograms, and computes nothing. */
  void writePage(OutputStream out) throws IOException {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    document(second -> second(second).with("histogram", null)).write(json);
    String inScript = HtmlPage.insideScript(json.toString(StandardCharsets.UTF_8));
    Map<String, String> contents =
        Map.of("title", "Load test report", "policy", HtmlPage.ALONE, "result.json", inScript);
    String page = HtmlPage.of(ResultJson.class, "report.html", contents);
    out.write(page.getBytes(StandardCharsets.UTF_8));
  }

  private JsonObject document(Function<Second, JsonObject> second) {
    List<BrokerHistory.BrokerStep> told =
        broker.map(history -> history.bySteps(run.steps())).orElse(List.of());
    return new JsonObject()
        .with("format", FORMAT)
        .with("run", runAsJson())
        .with("environment", run.environment().orElseGet(ResultJson::environment))
        .with("best", best())
        .with("steps", steps(run, told))
        .with("seconds", (Iterable<JsonObject>) () -> seconds.stream().map(second).iterator())
        .with("broker", broker.map(this::brokerAsJson))
        .with("expectations", checks);
  }

  private static <T> List<JsonObject> objects(List<T> list, Function<T, JsonObject> object) {
    return list.stream().map(object).toList();
  }

  private JsonObject runAsJson() {
    Input input = run.input();
    return new JsonObject()
        .with("id", run.runId().toString())
        .with(
            "startedAt",
            Instant.ofEpochMilli(run.clock().epochMillis(run.originNanos())).toString())
        .with("command", RunStory.command("java -jar client.jar", run.arguments()))
        .with("workload", input.workload())
        .with("inputLines", input.isFile() ? input.size() : null)
        .with("requests", input.isFile() ? null : input.size())
        .with("seed", input.seed())
        .with("checksum", input.checksum())
        .with("linesPerRequest", input.linesPerRequest())
        .with("rounds", run.rounds())
        .with("part", run.part().number())
        .with("parts", run.part().of())
        .with("urls", run.urls())
        .with("serverAheadMillis", run.serverAheadMillis())
        .with("stopped", run.stoppedBecause().isEmpty() ? null : run.stoppedBecause());
  }

  /** The machine and JVM on which the client ran, which are those of this process. */
  private static JsonObject environment() {
    Build build = Build.current();
    OperatingSystemMXBean machine =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new JsonObject()
        .with("client", "%s (commit %s)".formatted(build.release(), build.commit()))
        .with("java", properties("java.vm.name", "java.vm.version"))
        .with("os", properties("os.name", "os.version", "os.arch"))
        .with("cpus", Runtime.getRuntime().availableProcessors())
        .with("memoryBytes", machine.getTotalMemorySize());
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

  /**
   * The steps of a run.
   *
   * @param told what the broker told of each; empty if it told nothing
   */
  static List<JsonObject> steps(RunRecord run, List<BrokerHistory.BrokerStep> told) {
    return IntStream.range(0, run.steps().size())
        .mapToObj(
            i -> {
              LatencyStats latency = run.steps().get(i).stats().successes();
              return step(run, run.steps().get(i))
                  .with("broker", told.isEmpty() ? null : brokerStep(told.get(i)))
                  .with("distribution", points(latency.curve(), latency))
                  .with("percentiles", points(latency.count() > 0 ? TABLE : List.of(), latency));
            })
        .toList();
  }

  private static JsonObject step(RunRecord run, StepResult step) {
    StepPlan plan = step.plan();
    StepStats stats = step.stats();
    boolean open = plan.stage().isOpen();
    boolean predicted = stats.serviceTimes().count() > 0;
    return new JsonObject()
        .with("name", step.plan().label())
        .with("threads", plan.threads())
        .with("meanThreads", stats.meanThreads())
        .with("rate", open ? plan.stage().rate() : null)
        .with("startSeconds", run.secondsAt(step.startNanos()))
        .with("warmUpSeconds", plan.warmUp().toNanos() / 1e9)
        .with("warmUpRequests", step.warmUpRequests())
        .with("warmUpFailures", step.warmUpFailures())
        .with("linesSent", step.linesSent())
        .with("wallSeconds", stats.wallNanos() / 1e9)
        .with("requests", stats.requests())
        .with("successes", stats.successes().count())
        .with("failures", stats.failures())
        .with("attempts", stats.attempts())
        .with("retries", stats.retries())
        .with("longestWait", stats.requests() > 0 ? rounded(stats.longestWaitMillis()) : null)
        .with("throughput", stats.throughput())
        .with("lines", stats.lines())
        .with("linesPerSecond", stats.linesPerSecond())
        .with("predictedThroughput", predicted ? stats.predictedThroughput() : null)
        .with("late", open ? (double) step.late() : null)
        .with("dropped", open ? (double) step.dropped() : null)
        .with("drainSeconds", step.drainSeconds())
        .with("latency", latency(stats.successes()))
        .with("service", latency(stats.serviceTimes()))
        .with(
            "errors",
            objects(
                List.copyOf(stats.errors().entrySet()),
                e -> new JsonObject().with("text", e.getKey()).with("attempts", e.getValue())))
        .with(
            "servers",
            objects(
                stats.servers(),
                server ->
                    new JsonObject()
                        .with("url", server.url())
                        .with(answers(server.successes(), server.failures()))))
        .with("gets", step.gets().map(gets -> answers(gets.successes(), gets.failures())));
  }

  private static JsonObject answers(LatencyStats successes, long failures) {
    return new JsonObject().with("failures", failures).with("latency", latency(successes));
  }

  /** The numbers of a distribution; all but the count are null where there was no sample. */
  static JsonObject latency(LatencyStats stats) {
    boolean known = stats.count() > 0;
    DoubleFunction<Double> percentile = p -> known ? rounded(stats.percentileMillis(p)) : null;
    return new JsonObject()
        .with("count", stats.count())
        .with("mean", known ? rounded(stats.meanMillis()) : null)
        .with("min", known ? rounded(stats.minMillis()) : null)
        .with("p50", percentile.apply(50))
        .with("p90", percentile.apply(90))
        .with("p95", percentile.apply(95))
        .with("p99", percentile.apply(99))
        .with("p999", percentile.apply(99.9))
        .with("max", known ? rounded(stats.maxMillis()) : null)
        .with("histogram", stats.encoded());
  }

  private static double rounded(double millis) {
    return Math.round(millis * LATENCY_DECIMALS) / LATENCY_DECIMALS;
  }

  private static List<JsonObject> points(List<Double> percents, LatencyStats stats) {
    return objects(
        percents,
        percent ->
            new JsonObject()
                .with("percent", percent)
                .with("ms", rounded(stats.percentileMillis(percent))));
  }

  private JsonObject second(Second second) {
    double length = second.lengthNanos() / 1e9;
    JsonObject row =
        new JsonObject()
            .with("step", second.step())
            .with("t", run.secondsAt(second.startNanos()))
            .with("width", length)
            .with("warmUp", second.warmUp())
            .with("successes", second.successes())
            .with("failures", second.failures())
            .with("throughput", second.successes() / length)
            .with("lines", second.lines())
            .with("linesPerSecond", second.lines() / length)
            .with("failuresPerSecond", second.failures() / length)
            .with(second.latency());
    row.remove("count"); // it is named successes
    return row;
  }

  private JsonObject brokerAsJson(BrokerHistory history) {
    return new JsonObject()
        .with("queue", queue)
        .with("source", history.source())
        .with("failure", history.failure())
        .with("gaps", history.gaps())
        .with(brokerStep(history.whole()))
        .with("finalReady", history.finalReady())
        .with("alarms", history.alarms())
        .with(
            "samples",
            (Iterable<JsonObject>) () -> history.points().stream().map(this::point).iterator());
  }

  private static JsonObject brokerStep(BrokerHistory.BrokerStep step) {
    return new JsonObject().with("maxReady", step.maxReady()).with("maxUnacked", step.maxUnacked());
  }

  private JsonObject point(BrokerHistory.Point point) {
    return new JsonObject()
        .with("t", run.secondsAt(point.atNanos()))
        .with("ready", point.reading().ready())
        .with("unacked", point.reading().unacked())
        .with("memoryBytes", point.reading().memoryBytes())
        .with(counters(point.rates()))
        .with("alarms", point.reading().alarms());
  }

  private static JsonObject counters(Map<String, Double> numbers) {
    JsonObject counters = new JsonObject();
    BrokerReading.COUNTERS.forEach(name -> counters.with(name, numbers.get(name)));
    return counters;
  }
}
