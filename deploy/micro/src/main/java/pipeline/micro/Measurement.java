package pipeline.micro;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * What a run says of one benchmark. Its name tells its operation and side: {@code
 * CountingBenchmark.baselineSplit} is of the operation "Counting", and {@code
 * MessageBenchmark.decodeOursGrouped} is the side "oursGrouped" of the operation "Message decode".
 *
 * @param benchmark the class and method, with the package
 * @param params the values of its parameters, with a space between; empty if it has none
 * @param nanos of one operation, on average
 * @param error of {@code nanos}, either way; NaN if the run was too short to tell
 * @param bytes allocated by one operation; NaN without the profiler {@code gc}
 */
record Measurement(String benchmark, String params, double nanos, double error, double bytes) {
  private static final Pattern SIDE = Pattern.compile("^(?:ours|baseline)|Ours|Baseline");

  /** Those of average times: other modes of JMH's have no nanoseconds. */
  static List<Measurement> of(Collection<RunResult> results) {
    return results.stream()
        .filter(result -> result.getParams().getMode() == Mode.AverageTime)
        .map(Measurement::of)
        .toList();
  }

  private static Measurement of(RunResult result) {
    BenchmarkParams params = result.getParams();
    Result<?> time = result.getPrimaryResult();
    Result<?> allocation = result.getSecondaryResults().get("gc.alloc.rate.norm");
    long nanosPerUnit = params.getTimeUnit().toNanos(1);
    return new Measurement(
        params.getBenchmark(),
        params.getParamsKeys().stream().map(params::getParam).collect(Collectors.joining(" ")),
        time.getScore() * nanosPerUnit,
        time.getScoreError() * nanosPerUnit,
        allocation == null ? Double.NaN : allocation.getScore());
  }

  /** The class, and what its method's name has before the side. */
  String operation() {
    String type = benchmark.substring(0, methodStart() - 1);
    String name = type.substring(type.lastIndexOf('.') + 1).replaceFirst("Benchmark$", "");
    return (name + " " + method().substring(0, sideStart())).strip();
  }

  /** The rest of the method's name; all of it if it names no side. */
  String side() {
    String side = method().substring(sideStart());
    return side.substring(0, 1).toLowerCase(Locale.ROOT) + side.substring(1);
  }

  boolean isOurs() {
    return side().startsWith("ours");
  }

  /** Whether it is what {@code ours} is to be divided by. */
  boolean isBaselineOf(Measurement ours) {
    return side().startsWith("baseline")
        && operation().equals(ours.operation())
        && params.equals(ours.params);
  }

  private String method() {
    return benchmark.substring(methodStart());
  }

  private int methodStart() {
    return benchmark.lastIndexOf('.') + 1;
  }

  private int sideStart() {
    Matcher side = SIDE.matcher(method());
    return side.find() ? side.start() : 0;
  }
}
