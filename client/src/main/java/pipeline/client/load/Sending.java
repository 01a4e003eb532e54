package pipeline.client.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import pipeline.client.stats.StepStats;
import pipeline.client.workload.RequestSource;
import pipeline.wire.process.Console;

/**
 * The sending of one plan: its threads, each with one request in flight, and the numbers of what
 * they send. The threads of the first phase begin when told to, those of the next as soon as one
 * thread of a phase has ended.
 */
final class Sending implements AutoCloseable {
  private final LoadStep step;
  private final StepPlan plan;
  private final StepRecorder recorder;
  private final SendSchedule schedule;
  private final ExecutorService executor;
  private final List<CompletableFuture<Void>> threads = new ArrayList<>();
  private final CountDownLatch started = new CountDownLatch(1);

  /** The time for which threads were at work in the measured part. */
  private final LongAdder workedNanos = new LongAdder();

  /** Set before the threads begin. */
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
    executor =
        Executors.newCachedThreadPool(
            BasicThreadFactory.builder().namingPattern(name + "-%d").build());
    try {
      CountDownLatch gate = started;
      for (StepPlan.Phase phase : plan.leadIn()) {
        long each = phase.requestsEach();
        gate = add(phase.threads(), gate, () -> schedule(requests.limitedTo(each)));
      }
      add(plan.threads(), gate, () -> schedule);
      executor.shutdown();
    } catch (OutOfMemoryError e) { // the JVM throws this when the system gives no more threads
      executor.shutdownNow();
      throw new RejectedExecutionException(
          "only %s of %s threads start: %s"
              .formatted(threads.size(), plan.allThreads(), e.getMessage()),
          e);
    }
  }

  private SendSchedule schedule(RequestSource requests) {
    return new SendSchedule(plan.stage(), requests, step.timeout(), plan.warmUp());
  }

  /** Adds threads that wait for a gate, and returns the one that the first to end opens. */
  private CountDownLatch add(int number, CountDownLatch gate, Supplier<SendSchedule> schedules) {
    CountDownLatch next = new CountDownLatch(1);
    for (int i = 0; i < number; i++) {
      SendSchedule own = schedules.get();
      RetryingSender sender = step.sender(recorder::note);
      threads.add(CompletableFuture.runAsync(() -> work(own, sender, gate, next), executor));
    }
    return next;
  }

  /**
   * Does one thread's share, until its schedule ends or fails, or a stop. An unexpected failure
   * stops the run.
   */
  private void work(
      SendSchedule own, RetryingSender sender, CountDownLatch gate, CountDownLatch next) {
    try {
      gate.await();
      long begunNanos = Math.max(step.clock().nanos(), plan.measuredFrom(startNanos));
      try {
        sendAll(own, sender);
      } finally {
        workedNanos.add(Math.max(0, step.clock().nanos() - begunNanos));
        next.countDown();
      }
    } catch (IOException e) {
      step.stop().request("cannot read the input: " + Console.reason(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      step.stop().request("interrupted");
    } catch (RuntimeException | Error e) {
      step.stop().request("a worker failed: " + e);
      throw e;
    }
  }

  /** Takes one request after the other, waits until it is due, and sends it to its end. */
  private void sendAll(SendSchedule own, RetryingSender sender)
      throws IOException, InterruptedException {
    while (!step.stop().isRequested()) {
      Optional<SendSchedule.Send> next = own.next(step.clock().nanos() - startNanos);
      if (next.isEmpty()) {
        return;
      }
      OptionalLong due = next.get().dueNanos();
      if (due.isEmpty()) {
        ended(sender.send(next.get().request()));
      } else {
        long dueNanos = startNanos + due.getAsLong();
        if (!step.stop().await(dueNanos - step.clock().nanos())) {
          ended(sender.send(next.get().request()).dueAt(dueNanos));
        }
      }
    }
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
    started.countDown();
  }

  /** Sends no more; requests in flight go on to their ends, and the threads end with them. */
  void stop() {
    step.stop().request("the load has ended");
  }

  /** Waits until every thread has ended, also after one has failed. */
  StepStats await() throws InterruptedException {
    try {
      CompletableFuture.allOf(threads.toArray(CompletableFuture[]::new)).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a worker failed", e.getCause());
    }
    long endNanos = step.clock().nanos();
    long measured = endNanos - plan.measuredFrom(startNanos);
    boolean varies = !plan.leadIn().isEmpty() && measured > 0; // only with a lead-in
    return recorder.stats(
        endNanos, varies ? (double) workedNanos.sum() / measured : plan.threads());
  }

  /** The step's result, from what {@link #await} has returned and what went beside and after it. */
  StepResult result(StepStats stats, Optional<StepStats> gets, OptionalDouble drainSeconds) {
    return recorder.result(stats, schedule, gets, drainSeconds);
  }

  /** Interrupts the threads that have not ended. */
  @Override
  public void close() {
    executor.shutdownNow();
  }
}
