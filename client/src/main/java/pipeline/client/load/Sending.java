package pipeline.client.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import pipeline.client.stats.StepStats;
import pipeline.client.workload.RequestSource;

/** The sending of one plan: its threads, and the numbers of what they send. */
final class Sending implements AutoCloseable {
  private final LoadStep step;
  private final StepPlan plan;
  private final StepRecorder recorder;
  private final SendSchedule schedule;
  private final WorkerPool threads;
  private long startNanos;

  /**
   * Starts all threads; they send nothing yet.
   *
   * @param name of the threads, before their numbers
   * @param step says what is sent, where, and who is told
   * @throws RejectedExecutionException if the machine has not as many threads
   */
  Sending(String name, LoadStep step, StepPlan plan) {
    this.step = step;
    this.plan = plan;
    recorder = new StepRecorder(plan, step.servers().urls());
    RequestSource requests = step.source().limitedTo(plan.requests());
    schedule = schedule(requests);
    threads = new WorkerPool(name, workers(requests), step.clock().nanoClock());
  }

  private SendSchedule schedule(RequestSource requests) {
    return new SendSchedule(plan.stage(), requests, step.timeout(), plan.warmUp());
  }

  /** The worker of each thread in each group; a thread of a phase has a share of the requests. */
  private List<List<Worker>> workers(RequestSource requests) {
    List<List<Worker>> groups = new ArrayList<>();
    for (Phase phase : plan.leadIn()) {
      groups.add(
          Stream.generate(() -> worker(schedule(requests.limitedTo(phase.requestsEach()))))
              .limit(phase.threads())
              .toList());
    }
    groups.add(Stream.generate(() -> worker(schedule)).limit(plan.threads()).toList());
    return groups;
  }

  private Worker worker(SendSchedule of) {
    return new Worker(
        of, step.sender(recorder::note), this::ended, step.stop(), step.clock().nanoClock());
  }

  private void ended(Result result) {
    recorder.ended(result);
    step.listeners().forEach(listener -> listener.ended(result));
  }

  /** Lets the threads begin, once the listeners know. */
  void start() {
    startNanos = step.clock().nanos();
    recorder.stepStarted(startNanos);
    step.listeners().forEach(listener -> listener.stepStarted(plan, startNanos));
    threads.start(startNanos);
  }

  /** Sends no more; requests in flight go on to their ends, and the threads end with them. */
  void stop() {
    step.stop().request("the load has ended");
  }

  /** Waits until every thread has ended, also after one has failed. */
  StepStats await() throws InterruptedException {
    List<WorkerPool.Worked> worked = threads.await();
    long endNanos = step.clock().nanos();
    return recorder.stats(endNanos, meanThreads(worked, endNanos));
  }

  /** The mean number of threads at work in the measured part; only a lead-in makes it vary. */
  private double meanThreads(List<WorkerPool.Worked> worked, long endNanos) {
    long from = plan.measuredFrom(startNanos);
    if (plan.leadIn().isEmpty() || endNanos - from <= 0) {
      return plan.threads();
    }
    long nanos = worked.stream().mapToLong(thread -> thread.nanosWithin(from, endNanos)).sum();
    return (double) nanos / (endNanos - from);
  }

  /** The step's result, from what {@link #await} has returned and what went beside and after it. */
  StepResult result(StepStats stats, Optional<StepStats> gets, OptionalDouble drainSeconds) {
    return new StepResult(
        plan,
        startNanos,
        step.clock().epochMillis(startNanos),
        stats,
        recorder.warmUpRequests(),
        recorder.warmUpFailures(),
        recorder.linesSent(),
        schedule.late(),
        schedule.dropped(),
        gets,
        drainSeconds);
  }

  /** Interrupts the threads that have not ended. */
  @Override
  public void close() {
    threads.close();
  }
}
