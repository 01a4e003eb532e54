package pipeline.client.load;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import pipeline.client.stats.LatencyRecorder;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.StepStats;

/**
 * Collects the numbers of a step and leaves the warm-up out of them; what went wrong is counted
 * from the start, by a bounded number of texts. Thread-safe.
 */
final class StepRecorder {
  static final int MAX_TEXTS = 50;
  static final String OTHER = "other errors";
  static final String FOUND_NOTHING = "HTTP 404, counted as an answer: nothing is known of it yet";
  private static final int NOT_FOUND = 404;

  private final StepPlan plan;
  private final List<String> urls;
  private final List<LatencyRecorder> successes;
  private final List<LongAdder> failures;
  private final LatencyRecorder serviceTimes = new LatencyRecorder();
  private final LongAdder attempts = new LongAdder();
  private final LongAccumulator longestWait = new LongAccumulator(Math::max, 0);
  private final LongAdder lines = new LongAdder();
  private final LongAdder linesSent = new LongAdder();
  private final LongAdder warmUpRequests = new LongAdder();
  private final LongAdder warmUpFailures = new LongAdder();

  /** What went wrong, in the order in which it was first noted. Guarded by this. */
  private final Map<String, Long> notes = new LinkedHashMap<>();

  private volatile long measuredFromNanos;

  /**
   * A recorder for one step.
   *
   * @param urls the servers that results name by their place in this list
   */
  StepRecorder(StepPlan plan, List<String> urls) {
    this.plan = plan;
    this.urls = urls;
    this.successes = urls.stream().map(url -> new LatencyRecorder()).toList();
    this.failures = urls.stream().map(url -> new LongAdder()).toList();
  }

  /** Begins the step, before its first request is sent. */
  void stepStarted(long startNanos) {
    measuredFromNanos = plan.measuredFrom(startNanos);
  }

  /** Counts a request that has ended. */
  void ended(Result result) {
    boolean success = result.outcome().isSuccess();
    linesSent.add(result.lines());
    if (success && result.outcome().status() == NOT_FOUND) {
      note(FOUND_NOTHING);
    }
    if (result.intendedNanos() - measuredFromNanos < 0) {
      warmUpRequests.increment();
      warmUpFailures.add(success ? 0 : 1);
      return;
    }
    attempts.add(result.attempts());
    longestWait.accumulate(result.waitNanos());
    lines.add(success ? result.lines() : 0);
    if (success) {
      successes.get(result.server()).record(result.latencyNanos());
    } else {
      failures.get(result.server()).increment();
    }
    if (success && plan.stage().isOpen()) {
      serviceTimes.record(result.serviceNanos());
    }
  }

  /** Counts one more attempt under a text, such as the reason for its failure. */
  synchronized void note(String text) {
    boolean known = notes.containsKey(text) || notes.size() < MAX_TEXTS;
    notes.merge(known ? text : OTHER, 1L, Long::sum);
  }

  /**
   * The numbers up to now.
   *
   * @param endNanos when the last thread ended
   * @param meanThreads how many threads were at work on average
   */
  synchronized StepStats stats(long endNanos, double meanThreads) {
    List<StepStats.Server> perServer =
        IntStream.range(0, urls.size())
            .mapToObj(
                i ->
                    new StepStats.Server(
                        urls.get(i), successes.get(i).soFar(), failures.get(i).sum()))
            .toList();
    LatencyStats all =
        LatencyStats.merge(perServer.stream().map(StepStats.Server::successes).toList());
    return new StepStats(
        plan.threads(),
        meanThreads,
        all,
        perServer.stream().mapToLong(StepStats.Server::failures).sum(),
        plan.stage().isOpen() ? serviceTimes.soFar() : all,
        attempts.sum(),
        longestWait.get(),
        lines.sum(),
        Math.max(0, endNanos - measuredFromNanos),
        new LinkedHashMap<>(notes),
        perServer);
  }

  /**
   * The step's result, with all requests that have ended.
   *
   * @param stats what {@link #stats} has returned
   * @param gets what went beside it
   * @param drainSeconds what came after it
   */
  StepResult result(
      StepStats stats,
      SendSchedule schedule,
      Optional<StepStats> gets,
      OptionalDouble drainSeconds) {
    return new StepResult(
        plan,
        measuredFromNanos - plan.warmUp().toNanos(),
        stats,
        warmUpRequests.sum(),
        warmUpFailures.sum(),
        linesSent.sum(),
        schedule.late(),
        schedule.dropped(),
        gets,
        drainSeconds);
  }
}
