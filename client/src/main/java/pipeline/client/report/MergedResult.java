package pipeline.client.report;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import pipeline.client.input.JsonTree;
import pipeline.client.load.RunClock;
import pipeline.client.load.Stage;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.client.report.SecondSeries.Second;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.StepStats;
import pipeline.client.workload.Input;
import pipeline.client.workload.Part;
import pipeline.wire.identity.RunId;

/**
 * The result of a fleet: what its clients have measured, added up from their files of {@code
 * --json}, on the clock of their servers. Percentiles are those of all samples.
 *
 * @param seconds in which each second of a client counts as the one in which its middle lies
 */
public record MergedResult(RunRecord run, List<Second> seconds) {
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A step or a second of a client, and when it began, in nanoseconds since 1970. */
  private record Share(JsonTree json, long startNanos) {
    long measuredFrom() {
      return startNanos + nanos(json, "warmUpSeconds");
    }

    long endNanos() {
      return measuredFrom() + nanos(json, "wallSeconds");
    }
  }

  /**
   * Adds up the results of clients of a fleet.
   *
   * @param arguments the command line
   * @throws RuntimeException if a member is not there, or not as {@link ResultJson} writes it
   */
  static MergedResult of(List<Fleet.Result> parts, List<String> arguments) {
    JsonTree first = parts.get(0).run();
    long start = parts.stream().mapToLong(Fleet.Result::startNanos).min().orElseThrow();
    List<StepResult> steps = new ArrayList<>();
    List<Second> seconds = new ArrayList<>();
    int most = parts.stream().mapToInt(part -> part.elements("steps").size()).max().orElseThrow();
    for (int number = 0; number < most; number++) {
      int i = number;
      steps.add(
          step(
              parts.stream()
                  .flatMap(part -> shares(part, "steps", "startSeconds").skip(i).limit(1))
                  .toList()));
      seconds.addAll(seconds(parts, i, steps.get(i).startNanos()));
    }
    RunRecord run =
        new RunRecord(
            arguments,
            new RunClock(() -> 0, start, TimeUnit.NANOSECONDS.toMillis(start)),
            RunId.parse(text(first, "id")),
            input(first),
            Part.WHOLE,
            first.at("rounds").whole(),
            parts.stream()
                .flatMap(part -> part.run().at("urls").elements().stream())
                .map(url -> url.text().orElseThrow())
                .distinct()
                .toList(),
            steps,
            parts.stream()
                .filter(part -> part.run().at("stopped").isPresent())
                .map(part -> "part " + part.part() + ": " + text(part.run(), "stopped"))
                .collect(joining("; ")),
            OptionalLong.of(0),
            Optional.of(parts.get(0).json().at("environment").value()));
    return new MergedResult(run, seconds);
  }

  /** The input of a result's run. */
  static Input input(JsonTree run) {
    OptionalLong lines = run.at("inputLines").whole();
    return new Input(
        text(run, "workload"),
        lines.isPresent() ? lines.getAsLong() : whole(run, "requests"),
        run.at("seed").whole(),
        run.at("checksum").text(),
        (int) whole(run, "linesPerRequest"));
  }

  private static Stream<Share> shares(Fleet.Result part, String array, String begin) {
    return part.elements(array).stream()
        .map(json -> new Share(json, part.startNanos() + nanos(json, begin)));
  }

  private static StepResult step(List<Share> shares) {
    long start = shares.stream().mapToLong(Share::startNanos).min().orElseThrow();
    long from = shares.stream().mapToLong(Share::measuredFrom).min().orElseThrow();
    long wall = shares.stream().mapToLong(Share::endNanos).max().orElseThrow() - from;
    List<JsonTree> steps = shares.stream().map(Share::json).toList();
    List<JsonTree> open = steps.stream().filter(step -> step.at("rate").isPresent()).toList();
    List<JsonTree> gets =
        steps.stream().map(step -> step.at("gets")).filter(JsonTree::isPresent).toList();
    StepPlan plan =
        new StepPlan(
            label(steps),
            (int) sum(steps, "threads"),
            List.of(),
            new Stage(open.stream().mapToDouble(step -> number(step, "rate")).sum(), Stage.ENDLESS),
            StepPlan.UNLIMITED,
            Duration.ofNanos(from - start),
            false);
    return new StepResult(
        plan,
        start,
        stats(steps, wall),
        sum(steps, "warmUpRequests"),
        sum(steps, "warmUpFailures"),
        sum(steps, "linesSent"),
        sum(open, "late"),
        sum(open, "dropped"),
        gets.isEmpty() ? Optional.empty() : Optional.of(reads(gets, wall)),
        OptionalDouble.empty());
  }

  /** The clients' labels, each with how many have it: {@code 3 x 32 threads}. */
  private static String label(List<JsonTree> steps) {
    Map<String, Long> labels =
        steps.stream()
            .collect(groupingBy(step -> text(step, "name"), LinkedHashMap::new, counting()));
    return labels.entrySet().stream()
        .map(label -> (label.getValue() == 1 ? "" : label.getValue() + " x ") + label.getKey())
        .collect(joining(" + "));
  }

  private static StepStats stats(List<JsonTree> steps, long wallNanos) {
    double threadNanos =
        steps.stream()
            .mapToDouble(step -> number(step, "meanThreads") * nanos(step, "wallSeconds"))
            .sum();
    double longestWait =
        steps.stream().mapToDouble(s -> s.at("longestWait").number().orElse(0)).max().orElse(0);
    Map<String, Long> errors = new LinkedHashMap<>();
    for (JsonTree error : elements(steps, "errors")) {
      errors.merge(text(error, "text"), whole(error, "attempts"), Long::sum);
    }
    Map<String, List<JsonTree>> servers =
        elements(steps, "servers").stream()
            .collect(groupingBy(server -> text(server, "url"), LinkedHashMap::new, toList()));
    return new StepStats(
        (int) sum(steps, "threads"),
        wallNanos == 0 ? 0 : threadNanos / wallNanos,
        latencies(steps, "latency"),
        sum(steps, "failures"),
        latencies(steps, "service"),
        sum(steps, "attempts"),
        Math.round(longestWait * 1e6),
        sum(steps, "lines"),
        wallNanos,
        errors,
        servers.entrySet().stream()
            .map(
                each ->
                    new StepStats.Server(
                        each.getKey(),
                        latencies(each.getValue(), "latency"),
                        sum(each.getValue(), "failures")))
            .toList());
  }

  /** The reads beside a step, of which no more is told. */
  private static StepStats reads(List<JsonTree> gets, long wall) {
    LatencyStats times = latencies(gets, "latency");
    long failures = sum(gets, "failures");
    return new StepStats(0, 0, times, failures, times, 0, 0, 0, wall, Map.of(), List.of());
  }

  /** The seconds of a step, without gaps, from its start on. */
  private static List<Second> seconds(List<Fleet.Result> parts, int step, long startNanos) {
    TreeMap<Long, List<Share>> byNumber =
        parts.stream()
            .flatMap(part -> shares(part, "seconds", "t"))
            .filter(second -> whole(second.json(), "step") == step)
            .collect(
                groupingBy(
                    second ->
                        (second.startNanos() + nanos(second.json(), "width") / 2 - startNanos)
                            / SECOND_NANOS,
                    TreeMap::new,
                    toList()));
    List<Second> seconds = new ArrayList<>();
    long last = byNumber.isEmpty() ? -1 : byNumber.lastKey();
    for (long number = 0; number <= last; number++) {
      List<Share> shares = byNumber.getOrDefault(number, List.of());
      long from = startNanos + number * SECOND_NANOS;
      long rest =
          shares.stream()
              .mapToLong(s -> Math.max(s.startNanos() - from, 0) + nanos(s.json(), "width"))
              .max()
              .orElse(0);
      long length = number < last ? SECOND_NANOS : rest;
      List<JsonTree> of = shares.stream().map(Share::json).toList();
      boolean warmUp = of.stream().anyMatch(second -> second.at("warmUp").isTrue());
      LatencyStats times = LatencyStats.merge(of.stream().map(MergedResult::decoded).toList());
      JsonObject latency = ResultJson.latency(times);
      seconds.add(
          new Second(step, from, length, warmUp, sum(of, "failures"), sum(of, "lines"), latency));
    }
    return seconds;
  }

  private static LatencyStats latencies(List<JsonTree> of, String name) {
    return LatencyStats.merge(of.stream().map(each -> decoded(each.at(name))).toList());
  }

  /** The response times of an object that has a histogram, or none where there were none. */
  private static LatencyStats decoded(JsonTree of) {
    return of.at("mean").isPresent()
        ? LatencyStats.decoded(
            text(of, "histogram"), number(of, "mean"), number(of, "min"), number(of, "max"))
        : LatencyStats.merge(List.of());
  }

  private static List<JsonTree> elements(List<JsonTree> of, String name) {
    return of.stream().flatMap(each -> each.at(name).elements().stream()).toList();
  }

  private static long sum(List<JsonTree> of, String name) {
    return of.stream().mapToLong(each -> whole(each, name)).sum();
  }

  private static String text(JsonTree of, String name) {
    return of.at(name).text().orElseThrow();
  }

  static long whole(JsonTree of, String name) {
    return of.at(name).whole().orElseThrow();
  }

  private static double number(JsonTree of, String name) {
    return of.at(name).number().orElseThrow();
  }

  private static long nanos(JsonTree of, String name) {
    return Math.round(number(of, name) * 1e9);
  }
}
