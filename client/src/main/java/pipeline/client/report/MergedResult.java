package pipeline.client.report;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import pipeline.client.load.RunClock;
import pipeline.client.load.StepResult;
import pipeline.client.report.SecondSeries.Second;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.LatencySummary;
import pipeline.client.stats.ServerStats;
import pipeline.client.stats.StepStats;
import pipeline.client.workload.Part;

/**
 * The result of a fleet: what its clients have measured, added up, on the clock of their servers.
 * Percentiles are those of all samples.
 *
 * @param seconds in which each second of a client counts as the one in which its middle lies
 */
public record MergedResult(RunRecord run, List<Second> seconds) {
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * Adds up the results of all clients of a fleet.
   *
   * @param arguments the command line
   */
  static MergedResult of(List<ResultPart> parts, List<String> arguments) {
    List<RunRecord> runs = parts.stream().map(ResultPart::run).toList();
    RunRecord first = runs.get(0);
    List<StepResult> steps = new ArrayList<>();
    List<Second> seconds = new ArrayList<>();
    int most = runs.stream().mapToInt(run -> run.steps().size()).max().orElseThrow();
    for (int number = 0; number < most; number++) {
      int i = number;
      steps.add(step(runs.stream().flatMap(run -> run.steps().stream().skip(i).limit(1)).toList()));
      seconds.addAll(seconds(parts, i, steps.get(i).startNanos()));
    }
    RunRecord run =
        new RunRecord(
            arguments,
            runs.stream()
                .map(RunRecord::clock)
                .min(Comparator.comparingLong(RunClock::originNanos))
                .orElseThrow(),
            first.runId(),
            first.input(),
            Part.WHOLE,
            first.rounds(),
            runs.stream().flatMap(each -> each.urls().stream()).distinct().toList(),
            steps,
            runs.stream()
                .filter(each -> !each.stoppedBecause().isEmpty())
                .map(each -> "part " + each.part() + ": " + each.stoppedBecause())
                .collect(joining("; ")),
            OptionalLong.of(0),
            first.environment());
    return new MergedResult(run, seconds);
  }

  private static StepResult step(List<StepResult> steps) {
    long start = steps.stream().mapToLong(StepResult::startNanos).min().orElseThrow();
    long from = steps.stream().mapToLong(MergedResult::measuredFrom).min().orElseThrow();
    long end =
        steps.stream()
            .mapToLong(step -> measuredFrom(step) + step.stats().wallNanos())
            .max()
            .orElseThrow();
    double rate = steps.stream().mapToDouble(step -> step.plan().stage().rate()).sum();
    StepStats stats = stats(steps.stream().map(StepResult::stats).toList(), end - from);
    List<StepStats> gets = steps.stream().flatMap(step -> step.gets().stream()).toList();
    return new StepResult(
        ResultPart.plan(label(steps), stats.threads(), rate, from - start),
        start,
        TimeUnit.NANOSECONDS.toMillis(start),
        stats,
        sum(steps, StepResult::warmUpRequests),
        sum(steps, StepResult::warmUpFailures),
        sum(steps, StepResult::linesSent),
        sum(steps, StepResult::late),
        sum(steps, StepResult::dropped),
        gets.isEmpty() ? Optional.empty() : Optional.of(stats(gets, end - from)),
        OptionalDouble.empty());
  }

  private static long measuredFrom(StepResult step) {
    return step.plan().measuredFrom(step.startNanos());
  }

  /** The clients' labels, each with how many have it: {@code 3 x 32 threads}. */
  private static String label(List<StepResult> steps) {
    Map<String, Long> labels =
        steps.stream().collect(groupingBy(StepResult::label, LinkedHashMap::new, counting()));
    return labels.entrySet().stream()
        .map(label -> (label.getValue() == 1 ? "" : label.getValue() + " x ") + label.getKey())
        .collect(joining(" + "));
  }

  private static StepStats stats(List<StepStats> of, long wallNanos) {
    double threadNanos = of.stream().mapToDouble(s -> s.meanThreads() * s.wallNanos()).sum();
    Map<String, Long> errors = new LinkedHashMap<>();
    of.forEach(stats -> stats.errors().forEach((text, n) -> errors.merge(text, n, Long::sum)));
    return new StepStats(
        (int) sum(of, StepStats::threads),
        wallNanos == 0 ? 0 : threadNanos / wallNanos,
        latencies(of, StepStats::successes),
        sum(of, StepStats::failures),
        latencies(of, StepStats::serviceTimes),
        sum(of, StepStats::attempts),
        of.stream().mapToLong(StepStats::longestWaitNanos).max().orElse(0),
        sum(of, StepStats::lines),
        wallNanos,
        errors,
        servers(of.stream().flatMap(stats -> stats.servers().stream()).toList()));
  }

  private static List<ServerStats> servers(List<ServerStats> shares) {
    Map<String, ServerStats> byUrl = new LinkedHashMap<>();
    for (ServerStats share : shares) {
      byUrl.merge(
          share.url(),
          share,
          (a, b) ->
              new ServerStats(
                  a.url(),
                  latencies(List.of(a, b), ServerStats::successes),
                  a.failures() + b.failures()));
    }
    return List.copyOf(byUrl.values());
  }

  /** The seconds of a step, without gaps, from its start on. */
  private static List<Second> seconds(List<ResultPart> parts, int step, long startNanos) {
    TreeMap<Long, List<Second>> byNumber =
        parts.stream()
            .flatMap(part -> part.seconds().stream())
            .filter(second -> second.step() == step)
            .collect(
                groupingBy(
                    second ->
                        (second.startNanos() + second.lengthNanos() / 2 - startNanos)
                            / SECOND_NANOS,
                    TreeMap::new,
                    Collectors.toList()));
    List<Second> seconds = new ArrayList<>();
    long last = byNumber.isEmpty() ? -1 : byNumber.lastKey();
    for (long number = 0; number <= last; number++) {
      List<Second> shares = byNumber.getOrDefault(number, List.of());
      long from = startNanos + number * SECOND_NANOS;
      long rest =
          shares.stream()
              .mapToLong(second -> Math.max(second.startNanos() - from, 0) + second.lengthNanos())
              .max()
              .orElse(0);
      seconds.add(second(step, from, number < last ? SECOND_NANOS : rest, shares));
    }
    return seconds;
  }

  private static Second second(int step, long startNanos, long lengthNanos, List<Second> shares) {
    LatencyStats latencies =
        latencies(
            shares.stream().filter(second -> second.successes() > 0).toList(),
            MergedResult::latencies);
    return new Second(
        step,
        startNanos,
        lengthNanos,
        shares.stream().anyMatch(Second::warmUp),
        sum(shares, Second::failures),
        sum(shares, Second::lines),
        LatencySummary.of(latencies),
        latencies.encoded());
  }

  private static LatencyStats latencies(Second second) {
    LatencySummary summary = second.latency();
    return LatencyStats.decoded(
        second.histogram().orElseThrow(), summary.mean(), summary.min(), summary.max());
  }

  private static <T> LatencyStats latencies(List<T> of, Function<T, LatencyStats> latencies) {
    return LatencyStats.merge(of.stream().map(latencies).toList());
  }

  private static <T> long sum(List<T> of, ToLongFunction<T> number) {
    return of.stream().mapToLong(number).sum();
  }
}
