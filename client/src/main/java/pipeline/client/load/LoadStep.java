package pipeline.client.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import pipeline.client.http.Servers;
import pipeline.client.workload.RequestSource;

/** Carries out steps, all of them from the same source and over the same connections. */
public final class LoadStep {
  private final RequestSource source;
  private final Servers servers;
  private final RetryPolicy retryPolicy;
  private final Duration timeout;
  private final Optional<ReadLoad> reads;
  private final StepListener listener;
  private final StopSignal stop;
  private final RunClock clock;

  /**
   * @param timeout how late a send of the open model is dropped
   * @param stop ends a step early when requested; requested by the step if its source fails
   */
  public LoadStep(
      RequestSource source,
      Servers servers,
      RetryPolicy retryPolicy,
      Duration timeout,
      Optional<ReadLoad> reads,
      StepListener listener,
      StopSignal stop,
      RunClock clock) {
    this.source = source;
    this.servers = servers;
    this.retryPolicy = retryPolicy;
    this.timeout = timeout;
    this.reads = reads;
    this.listener = listener;
    this.stop = stop;
    this.clock = clock;
  }

  /** Decides under which run a step is sent. */
  public interface RunChange {
    /**
     * Changes the run if the next step needs another.
     *
     * @param results of the steps before
     */
    void before(StepPlan next, List<StepResult> results) throws InterruptedException;
  }

  /**
   * Carries out the steps of a run, one after the other, until a stop; too many threads for the
   * machine stop the run. The listener is told when a step and its pause are over.
   *
   * @param runs told before each step, while nothing is in flight
   * @param coolDown the pause, where a plan asks for one
   * @return what came out of those that were begun
   */
  public List<StepResult> run(List<StepPlan> plans, RunChange runs, CoolDown coolDown)
      throws InterruptedException {
    List<StepResult> results = new ArrayList<>();
    try {
      for (StepPlan plan : plans) {
        runs.before(plan, results);
        if (stop.isRequested()) {
          break;
        }
        StepResult result = run(plan);
        boolean last = results.size() == plans.size() - 1;
        if (plan.pauseAfter() && (!last || coolDown.seesQueue())) {
          result = result.drainedAfter(coolDown.await());
        }
        listener.stepEnded(result);
        results.add(result);
        if (stop.isRequested()) {
          break;
        }
      }
    } catch (RejectedExecutionException e) {
      stop.request(e.getMessage());
    }
    return results;
  }

  /**
   * Sends what the plan says and waits for the last answer.
   *
   * @throws RejectedExecutionException if the machine has not as many threads; nothing has been
   *     sent then
   */
  public StepResult run(StepPlan plan) throws InterruptedException {
    StepRecorder recorder = new StepRecorder(plan, servers.urls());
    StepListener listeners = StepListener.all(List.of(recorder, listener));
    RequestSource requests = source.limitedTo(plan.requests());
    SendSchedule schedule = schedule(plan, requests);
    List<List<Worker>> groups =
        schedules(plan, requests, schedule).stream()
            .map(group -> group.stream().map(s -> worker(s, recorder, listeners)).toList())
            .toList();
    try (WorkerPool load = new WorkerPool(groups, clock.nanoClock())) {
      long start = clock.nanos();
      listeners.stepStarted(plan, start);
      Optional<ReadLoad.Reads> reading = reads.map(r -> r.begin(plan.warmUp(), listener));
      List<WorkerPool.Worked> worked;
      long end;
      try {
        worked = load.run(start);
        end = clock.nanos();
      } finally {
        reading.ifPresent(ReadLoad.Reads::stop);
      }
      return new StepResult(
          plan,
          start,
          clock.epochMillis(start),
          recorder.stats(end, meanThreads(plan, worked, start, end)),
          recorder.warmUpRequests(),
          recorder.warmUpFailures(),
          recorder.linesSent(),
          schedule.late(),
          schedule.dropped(),
          reading.isPresent() ? Optional.of(reading.get().await()) : Optional.empty(),
          OptionalDouble.empty());
    }
  }

  /** The schedule of each thread in each group; a thread of a phase has a share of the requests. */
  private List<List<SendSchedule>> schedules(
      StepPlan plan, RequestSource requests, SendSchedule rest) {
    List<List<SendSchedule>> groups = new ArrayList<>();
    for (Phase phase : plan.leadIn()) {
      groups.add(
          Stream.generate(() -> schedule(plan, requests.limitedTo(phase.requestsEach())))
              .limit(phase.threads())
              .toList());
    }
    groups.add(Collections.nCopies(plan.threads(), rest));
    return groups;
  }

  private SendSchedule schedule(StepPlan plan, RequestSource requests) {
    return new SendSchedule(plan.stage(), requests, timeout, plan.warmUp());
  }

  /** The mean number of threads at work in the measured part; only a lead-in makes it vary. */
  private static double meanThreads(
      StepPlan plan, List<WorkerPool.Worked> worked, long start, long end) {
    long from = plan.measuredFrom(start);
    if (plan.leadIn().isEmpty() || end - from <= 0) {
      return plan.threads();
    }
    long nanos = worked.stream().mapToLong(thread -> thread.nanosWithin(from, end)).sum();
    return (double) nanos / (end - from);
  }

  private Worker worker(SendSchedule schedule, StepRecorder recorder, StepListener listeners) {
    return new Worker(
        schedule,
        new RetryingSender(servers, retryPolicy, recorder::note, stop, clock.nanoClock()),
        listeners::ended,
        stop,
        clock.nanoClock());
  }
}
