package pipeline.client.report;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import pipeline.client.broker.BrokerHistory;
import pipeline.client.broker.BrokerReading;
import pipeline.client.http.Outcome;
import pipeline.client.load.Plans;
import pipeline.client.load.Result;
import pipeline.client.load.RunClock;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.client.stats.LatencyRecorder;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.StepStats;
import pipeline.client.workload.Input;
import pipeline.client.workload.Part;
import pipeline.wire.identity.RunId;

/** Parts of a run as the engine makes them, with numbers that a test can foretell. */
public final class SampleRun {
  static final String URL = "http://localhost:8080/server";

  /** The number of lines in each request. */
  static final int LINES = 3;

  /** The number of samples of {@link #broker}. */
  static final int BROKER_SAMPLES = 60;

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private SampleRun() {}

  static Result result(long startNanos, long latencyNanos, int status) {
    Outcome outcome =
        status / 100 == 2
            ? Outcome.success(status)
            : Outcome.refused(status, "HTTP " + status, Duration.ZERO);
    return new Result(
        "POST", LINES, 0, startNanos, startNanos, startNanos, latencyNanos, 1, outcome);
  }

  static LatencyStats latencies(long... nanos) {
    LatencyRecorder recorder = new LatencyRecorder();
    LongStream.of(nanos).forEach(recorder::record);
    return recorder.soFar();
  }

  public static StepStats stats(int threads, long wallNanos, long... nanos) {
    return stats(threads, wallNanos, Map.of(), nanos);
  }

  public static StepStats stats(
      int threads, long wallNanos, Map<String, Long> errors, long... nanos) {
    LatencyStats times = latencies(nanos);
    int failed = errors.size();
    int sent = nanos.length + failed;
    long max = LongStream.of(nanos).max().orElse(0);
    long lines = (long) LINES * nanos.length;
    List<StepStats.Server> servers = List.of(new StepStats.Server(URL, times, 0));
    return new StepStats(
        threads, threads, times, failed, times, sent, max, lines, wallNanos, errors, servers);
  }

  public static StepResult step(StepPlan plan, long startNanos, StepStats stats) {
    long lines = LINES * stats.requests();
    return new StepResult(
        plan, startNanos, stats, 0, 0, lines, 0, 0, Optional.empty(), OptionalDouble.empty());
  }

  static RunRecord record(List<StepResult> steps, String... arguments) {
    return new RunRecord(
        List.of(arguments),
        new RunClock(() -> 0, 0, 1_700_000_000_000L),
        RunId.parse("0123456789abcdef0123456789abcdef"),
        new Input("wordcount", 100, OptionalLong.empty(), Optional.of("crc32c:0"), LINES),
        Part.WHOLE,
        OptionalLong.of(1),
        List.of(URL),
        steps,
        "",
        OptionalLong.empty(),
        Optional.empty());
  }

  /**
   * A sweep of three steps of five seconds each, reported to the listeners as a run would.
   *
   * @return the record of it
   */
  static RunRecord sweep(List<StepListener> listeners, String... arguments) {
    List<StepResult> steps =
        List.of(2, 4, 8).stream()
            .map(threads -> sweepStep(listeners, threads, 6 * SECOND * threads))
            .toList();
    return record(steps, arguments);
  }

  private static StepResult sweepStep(List<StepListener> listeners, int threads, long startNanos) {
    int requests = 500 * threads;
    StepPlan plan = Plans.closed(threads, requests);
    listeners.forEach(listener -> listener.stepStarted(plan, startNanos));
    long[] latencies =
        LongStream.range(0, requests)
            .map(i -> 1_000_000 + i % 100 * 50_000 + (i % 1000 == 999 ? 200_000_000 : 0))
            .toArray();
    for (int i = 0; i < requests; i++) {
      Result result = result(startNanos + 4_800_000_000L * i / requests, latencies[i], 200);
      listeners.forEach(listener -> listener.ended(result));
    }
    Map<String, Long> errors = Map.of("HTTP 503 </script>", 3L);
    StepResult step = step(plan, startNanos, stats(threads, 5 * SECOND, errors, latencies));
    listeners.forEach(listener -> listener.stepEnded(step));
    return step;
  }

  /** A whole finished sweep, made the way {@link Outputs} makes it. */
  static ResultJson sweepResult(Optional<BrokerHistory> broker) {
    SecondSeries seconds = new SecondSeries();
    RunRecord run = sweep(List.of(seconds), "it's.txt", "2,4,8", "--report", "r.html");
    List<Expectation.Check> checks =
        List.of(
            new Expectation.Check("2 threads", "p99<50ms", "5.9500 ms", true),
            new Expectation.Check("8 threads", "errors=0", "1", false));
    return new ResultJson(run, seconds.seconds(), checks, "q", broker);
  }

  /** A broker that tells the queue's length, and two of the rates. */
  static Optional<BrokerHistory> broker() {
    BrokerHistory history = new BrokerHistory();
    for (long i = 0; i < BROKER_SAMPLES; i++) {
      BrokerReading.Count count = new BrokerReading.Count(i * i * 10, i * 1_000);
      OptionalLong ready = OptionalLong.of(30 * (i % 15));
      OptionalLong memory = OptionalLong.of(150_000_000 + i * 500_000);
      Map<String, BrokerReading.Count> counts = Map.of("publish", count, "deliver", count);
      BrokerReading reading =
          new BrokerReading(
              ready, OptionalLong.of(10), memory, counts, Optional.of(List.of()), "a test", 0);
      history.add((12 + i) * SECOND, reading);
    }
    return Optional.of(history);
  }
}
