package pipeline.client.load;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import pipeline.client.http.Servers;
import pipeline.client.http.StopSignal;
import pipeline.client.stats.ErrorTally;
import pipeline.client.workload.LimitedSource;
import pipeline.client.workload.RequestSource;

/** Carries out one step after the other, all from the same source over the same connections. */
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

  /**
   * Sends what the plan says and waits for the last answer.
   *
   * @throws TooManyThreadsException if the machine has not so many; nothing has been sent then
   */
  public StepResult run(StepPlan plan) throws InterruptedException, TooManyThreadsException {
    return plan.isOpen() ? runOpen(plan) : run(plan, closedGroups(plan), Optional.empty());
  }

  private StepResult runOpen(StepPlan plan) throws InterruptedException, TooManyThreadsException {
    Pacer pacer = new Pacer(plan.rate(), plan.duration());
    OpenSchedule schedule = new OpenSchedule(pacer, limited(plan), timeout, plan.warmUp());
    WorkerGroup group = new WorkerGroup(plan.threads(), () -> schedule);
    return run(plan, List.of(group), Optional.of(schedule));
  }

  private List<WorkerGroup> closedGroups(StepPlan plan) {
    RequestSource all = limited(plan);
    Stream<WorkerGroup> leadIn = plan.leadIn().stream().map(phase -> group(plan, phase, all));
    Schedule rest = new ClosedSchedule(all, plan.duration());
    return Stream.concat(leadIn, Stream.of(new WorkerGroup(plan.threads(), () -> rest))).toList();
  }

  /** Each thread of a phase has a share of its own. */
  private static WorkerGroup group(StepPlan plan, Phase phase, RequestSource all) {
    return new WorkerGroup(
        phase.threads(),
        () -> new ClosedSchedule(new LimitedSource(all, phase.requestsEach()), plan.duration()));
  }

  private RequestSource limited(StepPlan plan) {
    return new LimitedSource(source, plan.requests());
  }

  private StepResult run(StepPlan plan, List<WorkerGroup> groups, Optional<OpenSchedule> open)
      throws InterruptedException, TooManyThreadsException {
    ErrorTally errors = new ErrorTally();
    StepRecorder recorder = new StepRecorder(plan, servers.urls());
    StepListener listeners = new StepListeners(List.of(recorder, listener));
    try (WorkerPool load =
        new WorkerPool(
            groups, schedule -> worker(schedule, errors, listeners), clock.nanoClock())) {
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
          clock.epochMillis(start),
          recorder.stats(end, errors.snapshot(), meanThreads(plan, worked, start, end)),
          recorder.warmUpRequests(),
          recorder.warmUpFailures(),
          open.map(OpenSchedule::late).orElse(0L),
          open.map(OpenSchedule::dropped).orElse(0L),
          reading.isPresent() ? Optional.of(reading.get().await()) : Optional.empty(),
          OptionalDouble.empty());
    }
  }

  /** Over the measured part: how many threads there are changes only with a lead-in. */
  private static double meanThreads(
      StepPlan plan, List<WorkerPool.Worked> worked, long start, long end) {
    long from = start + plan.warmUp().toNanos();
    if (plan.leadIn().isEmpty() || end - from <= 0) {
      return plan.threads();
    }
    long nanos = worked.stream().mapToLong(thread -> thread.nanosWithin(from, end)).sum();
    return (double) nanos / (end - from);
  }

  private Worker worker(Schedule schedule, ErrorTally errors, StepListener listeners) {
    return new Worker(
        schedule,
        new RetryingSender(servers.rotation(), retryPolicy, errors, stop, clock.nanoClock()),
        listeners::ended,
        stop,
        clock.nanoClock());
  }
}
