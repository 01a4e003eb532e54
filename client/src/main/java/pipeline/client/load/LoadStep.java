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

/**
 * Carries out steps, all of them from the same source and over the same connections.
 *
 * @param timeout how late a send of the open model is dropped
 * @param reads go beside each step, if there are any
 * @param listeners told of the events in their order here
 * @param stop ends a step early when requested; requested by the step if its source fails
 */
public record LoadStep(
    RequestSource source,
    Servers servers,
    RetryPolicy retryPolicy,
    Duration timeout,
    Optional<ReadLoad> reads,
    List<StepListener> listeners,
    StopSignal stop,
    RunClock clock) {
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
   * machine stop the run. The listeners are told when a step and its pause are over.
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
        if (!stop.isRequested()) {
          runs.before(plan, results);
        }
        if (!stop.isRequested()) {
          boolean last = results.size() == plans.size() - 1;
          boolean pause = plan.pauseAfter() && (!last || coolDown.seesQueue());
          StepResult result = run(plan, pause ? Optional.of(coolDown) : Optional.empty());
          listeners.forEach(listener -> listener.stepEnded(result));
          results.add(result);
        }
      }
    } catch (RejectedExecutionException e) {
      stop.request(e.getMessage());
    }
    return results;
  }

  /**
   * Sends what the plan says and waits for the last answer, and then for the pause.
   *
   * @throws RejectedExecutionException if the machine has not as many threads; nothing has been
   *     sent then
   */
  public StepResult run(StepPlan plan, Optional<CoolDown> pause) throws InterruptedException {
    StepRecorder recorder = new StepRecorder(plan, servers.urls());
    RequestSource requests = source.limitedTo(plan.requests());
    SendSchedule schedule = schedule(plan, requests);
    List<List<Worker>> groups =
        schedules(plan, requests, schedule).stream()
            .map(group -> group.stream().map(s -> worker(s, recorder)).toList())
            .toList();
    try (WorkerPool load = new WorkerPool("client-worker", groups, clock.nanoClock())) {
      long start = clock.nanos();
      recorder.stepStarted(start);
      listeners.forEach(listener -> listener.stepStarted(plan, start));
      Optional<ReadLoad.Reads> reading = reads.map(r -> r.begin(plan.warmUp(), listeners));
      List<WorkerPool.Worked> worked;
      long end;
      try {
        load.start(start);
        worked = load.await();
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
          pause.isPresent() ? pause.get().await() : OptionalDouble.empty());
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

  private Worker worker(SendSchedule schedule, StepRecorder recorder) {
    return new Worker(
        schedule,
        new RetryingSender(servers, retryPolicy, recorder::note, stop, clock.nanoClock()),
        result -> {
          recorder.ended(result);
          listeners.forEach(listener -> listener.ended(result));
        },
        stop,
        clock.nanoClock());
  }
}
