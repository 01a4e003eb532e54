package pipeline.client.report;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import pipeline.client.input.BadInputException;
import pipeline.client.input.JsonTree;
import pipeline.client.load.RunClock;
import pipeline.client.load.Stage;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.client.report.SecondSeries.Second;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.LatencySummary;
import pipeline.client.stats.ServerStats;
import pipeline.client.stats.StepStats;
import pipeline.client.workload.Input;
import pipeline.client.workload.Part;
import pipeline.wire.identity.RunId;

/**
 * The result of one client, read from its file of {@code --json}: the inverse of {@link
 * ResultJson}, as far as results are added up. Its times are nanoseconds since 1970 by the servers'
 * clock, if they have told it, so that those of several clients can be compared.
 *
 * @param file its name
 */
record ResultPart(String file, RunRecord run, List<Second> seconds) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * Reads a file.
   *
   * @throws BadInputException if it is no result with histograms
   */
  static ResultPart read(String file) throws BadInputException {
    JsonTree json = ResultJson.read(file);
    try {
      long ahead = json.at("run", "serverAheadMillis").whole().orElse(0);
      long millis = Instant.parse(text(json.at("run"), "startedAt")).toEpochMilli() + ahead;
      long start = TimeUnit.MILLISECONDS.toNanos(millis);
      return new ResultPart(
          file,
          run(json, new RunClock(() -> 0, start, millis)),
          json.at("seconds").elements().stream().map(each -> second(each, start)).toList());
    } catch (RuntimeException e) { // a member is not there, or not as ResultJson writes it
      throw new BadInputException(
          file + ": has no histograms; only results of this release can be merged");
    }
  }

  private static RunRecord run(JsonTree json, RunClock clock) {
    JsonTree run = json.at("run");
    OptionalLong lines = run.at("inputLines").whole();
    return new RunRecord(
        List.of(),
        clock,
        RunId.parse(text(run, "id")),
        new Input(
            text(run, "workload"),
            lines.isPresent() ? lines.getAsLong() : whole(run, "requests"),
            run.at("seed").whole(),
            run.at("checksum").text(),
            (int) whole(run, "linesPerRequest")),
        new Part((int) whole(run, "part"), (int) whole(run, "parts")),
        run.at("rounds").whole(),
        run.at("urls").elements().stream().map(url -> url.text().orElseThrow()).toList(),
        json.at("steps").elements().stream().map(step -> step(step, clock)).toList(),
        run.at("stopped").text().orElse(""),
        run.at("serverAheadMillis").whole(),
        Optional.of(json.at("environment").value()));
  }

  private static StepResult step(JsonTree step, RunClock clock) {
    long start = clock.originNanos() + nanos(step, "startSeconds");
    Map<String, Long> errors = new LinkedHashMap<>();
    for (JsonTree error : step.at("errors").elements()) {
      errors.put(text(error, "text"), whole(error, "attempts"));
    }
    StepStats stats =
        new StepStats(
            (int) whole(step, "threads"),
            step.at("meanThreads").number().orElseThrow(),
            latencies(step.at("latency")),
            whole(step, "failures"),
            latencies(step.at("service")),
            whole(step, "attempts"),
            Math.round(step.at("longestWait").number().orElse(0) * NANOS_PER_MILLI),
            whole(step, "lines"),
            nanos(step, "wallSeconds"),
            errors,
            step.at("servers").elements().stream().map(ResultPart::server).toList());
    return new StepResult(
        plan(
            text(step, "name"),
            stats.threads(),
            step.at("rate").number().orElse(0),
            nanos(step, "warmUpSeconds")),
        start,
        clock.epochMillis(start),
        stats,
        whole(step, "warmUpRequests"),
        whole(step, "warmUpFailures"),
        whole(step, "linesSent"),
        step.at("late").whole().orElse(0),
        step.at("dropped").whole().orElse(0),
        Optional.of(step.at("gets")).filter(JsonTree::isPresent).map(ResultPart::gets),
        OptionalDouble.empty());
  }

  /** The plan of a step that has been run, as far as results tell of it. */
  static StepPlan plan(String label, int threads, double rate, long warmUpNanos) {
    return new StepPlan(
        label,
        threads,
        List.of(),
        new Stage(rate, Stage.ENDLESS),
        StepPlan.UNLIMITED,
        Duration.ofNanos(warmUpNanos),
        false);
  }

  private static ServerStats server(JsonTree server) {
    return new ServerStats(
        text(server, "url"), latencies(server.at("latency")), whole(server, "failures"));
  }

  /** The reads beside a step, of which no more is told. */
  private static StepStats gets(JsonTree gets) {
    LatencyStats latencies = latencies(gets.at("latency"));
    long failures = whole(gets, "failures");
    return new StepStats(0, 0, latencies, failures, latencies, 0, 0, 0, 0, Map.of(), List.of());
  }

  private static Second second(JsonTree second, long originNanos) {
    return new Second(
        (int) whole(second, "step"),
        originNanos + nanos(second, "t"),
        nanos(second, "width"),
        second.at("warmUp").isTrue(),
        whole(second, "failures"),
        whole(second, "lines"),
        LatencySummary.of(latencies(second)),
        second.at("histogram").text());
  }

  /** The response times of an object that has a histogram, or none where there were none. */
  private static LatencyStats latencies(JsonTree of) {
    OptionalDouble mean = of.at("mean").number();
    return mean.isEmpty()
        ? LatencyStats.merge(List.of())
        : LatencyStats.decoded(
            text(of, "histogram"),
            mean.getAsDouble(),
            of.at("min").number().orElseThrow(),
            of.at("max").number().orElseThrow());
  }

  private static String text(JsonTree of, String name) {
    return of.at(name).text().orElseThrow();
  }

  private static long whole(JsonTree of, String name) {
    return of.at(name).whole().orElseThrow();
  }

  private static long nanos(JsonTree of, String name) {
    return Math.round(of.at(name).number().orElseThrow() * NANOS_PER_SECOND);
  }
}
