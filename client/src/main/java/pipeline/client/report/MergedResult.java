package pipeline.client.report;

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
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import pipeline.client.load.RunClock;
import pipeline.client.load.Stage;
import pipeline.client.load.StepPlan;
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

  /** A step of one client, and how long after the fleet's start that client's clock began. */
  private record Share(StepResult step, long shiftNanos) {
    long startNanos() {
      return shiftNanos + step.startNanos();
    }

    long measuredFromNanos() {
      return step.plan().measuredFrom(startNanos());
    }

    long endNanos() {
      return measuredFromNanos() + step.stats().wallNanos();
    }
  }

  /**
   * Adds up the results of all clients of a fleet.
   *
   * @param arguments the command line
   */
  static MergedResult of(List<ResultPart> parts, List<String> arguments) {
    List<Long> starts = parts.stream().map(MergedResult::startEpochMillis).toList();
    long start = starts.stream().mapToLong(millis -> millis).min().orElseThrow();
    List<Long> shifts =
        starts.stream().map(millis -> TimeUnit.MILLISECONDS.toNanos(millis - start)).toList();
    List<StepResult> steps = new ArrayList<>();
    List<Second> seconds = new ArrayList<>();
    int most = parts.stream().mapToInt(part -> part.run().steps().size()).max().orElseThrow();
    for (int number = 0; number < most; number++) {
      int i = number;
      List<Share> shares =
          IntStream.range(0, parts.size())
              .filter(part -> parts.get(part).run().steps().size() > i)
              .mapToObj(part -> new Share(parts.get(part).run().steps().get(i), shifts.get(part)))
              .toList();
      StepResult step = step(shares, start);
      steps.add(step);
      seconds.addAll(seconds(parts, shifts, i, step.startNanos()));
    }
    RunRecord first = parts.get(0).run();
    return new MergedResult(
        new RunRecord(
            arguments,
            new RunClock(() -> 0, 0, start),
            first.runId(),
            first.input(),
            Part.WHOLE,
            first.rounds(),
            parts.stream().flatMap(part -> part.run().urls().stream()).distinct().toList(),
            steps,
            parts.stream()
                .filter(part -> !part.run().stoppedBecause().isEmpty())
                .map(part -> "part " + part.run().part() + ": " + part.run().stoppedBecause())
                .collect(Collectors.joining("; ")),
            OptionalLong.of(0),
            first.environment()),
        seconds);
  }

  /** When a client's first step began, by the servers' clock if it has told. */
  private static long startEpochMillis(ResultPart part) {
    return part.run().clock().originEpochMillis() + part.run().serverAheadMillis().orElse(0);
  }

  private static StepResult step(List<Share> shares, long fleetEpochMillis) {
    long start = shares.stream().mapToLong(Share::startNanos).min().orElseThrow();
    long from = shares.stream().mapToLong(Share::measuredFromNanos).min().orElseThrow();
    long end = shares.stream().mapToLong(Share::endNanos).max().orElseThrow();
    List<StepResult> steps = shares.stream().map(Share::step).toList();
    double rate = steps.stream().mapToDouble(step -> step.plan().stage().rate()).sum();
    StepStats stats = stats(steps.stream().map(StepResult::stats).toList(), end - from);
    List<StepStats> gets = steps.stream().flatMap(step -> step.gets().stream()).toList();
    StepPlan plan =
        new StepPlan(
            label(steps),
            stats.threads(),
            List.of(),
            new Stage(rate, Stage.ENDLESS),
            StepPlan.UNLIMITED,
            Duration.ofNanos(from - start),
            false);
    return new StepResult(
        plan,
        start,
        fleetEpochMillis + TimeUnit.NANOSECONDS.toMillis(start),
        stats,
        sum(steps, StepResult::warmUpRequests),
        sum(steps, StepResult::warmUpFailures),
        sum(steps, StepResult::linesSent),
        sum(steps, StepResult::late),
        sum(steps, StepResult::dropped),
        gets.isEmpty() ? Optional.empty() : Optional.of(stats(gets, end - from)),
        OptionalDouble.empty());
  }

  /** The clients' labels, each with how many have it: {@code 3 x 32 threads}. */
  private static String label(List<StepResult> steps) {
    Map<String, Long> labels =
        steps.stream()
            .collect(
                Collectors.groupingBy(
                    StepResult::label, LinkedHashMap::new, Collectors.counting()));
    return labels.entrySet().stream()
        .map(label -> (label.getValue() == 1 ? "" : label.getValue() + " x ") + label.getKey())
        .collect(Collectors.joining(" + "));
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
    Map<String, List<ServerStats>> byUrl =
        shares.stream()
            .collect(
                Collectors.groupingBy(ServerStats::url, LinkedHashMap::new, Collectors.toList()));
    return byUrl.entrySet().stream()
        .map(
            server ->
                new ServerStats(
                    server.getKey(),
                    latencies(server.getValue(), ServerStats::successes),
                    sum(server.getValue(), ServerStats::failures)))
        .toList();
  }

  /** The seconds of a step, without gaps, from its start on. */
  private static List<Second> seconds(
      List<ResultPart> parts, List<Long> shifts, int step, long startNanos) {
    TreeMap<Long, List<Second>> byNumber = new TreeMap<>();
    long end = startNanos;
    for (int part = 0; part < parts.size(); part++) {
      for (Second second : parts.get(part).seconds()) {
        if (second.step() == step) {
          long from = second.startNanos() + shifts.get(part) - startNanos;
          long number = Math.floorDiv(from + second.lengthNanos() / 2, SECOND_NANOS);
          byNumber.computeIfAbsent(number, n -> new ArrayList<>()).add(second);
          end = Math.max(end, startNanos + from + second.lengthNanos());
        }
      }
    }
    List<Second> seconds = new ArrayList<>();
    long last = byNumber.isEmpty() ? -1 : byNumber.lastKey();
    for (long number = 0; number <= last; number++) {
      List<Second> shares = byNumber.getOrDefault(number, List.of());
      long from = startNanos + number * SECOND_NANOS;
      long longest = shares.stream().mapToLong(Second::lengthNanos).max().orElse(0);
      long length = number < last ? SECOND_NANOS : Math.max(end - from, longest);
      seconds.add(second(step, from, length, shares));
    }
    return seconds;
  }

  private static Second second(int step, long startNanos, long lengthNanos, List<Second> shares) {
    LatencyStats latencies =
        LatencyStats.merge(
            shares.stream()
                .filter(second -> second.successes() > 0)
                .map(MergedResult::latencies)
                .toList());
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
