package pipeline.client.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;

/**
 * The threads of one step, each worker with one request in flight. The first group begins when told
 * to, the next as soon as one thread of a group has ended. A thread ends with its worker.
 */
final class WorkerPool implements AutoCloseable {
  private final ExecutorService executor;

  /** The step's start time, for which the threads wait before they begin. */
  private final CompletableFuture<Long> first = new CompletableFuture<>();

  private final LongSupplier nanoClock;
  private final List<Future<Worked>> started = new ArrayList<>();

  /**
   * Starts all threads; they send nothing yet.
   *
   * @param name of the threads, before their numbers
   * @param groups a worker for each thread; those of a group start together
   * @param nanoClock the run's monotonic clock
   * @throws RejectedExecutionException if the machine has not as many threads
   */
  WorkerPool(String name, List<List<Worker>> groups, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    int threads = groups.stream().mapToInt(List::size).sum();
    executor =
        Executors.newFixedThreadPool(
            threads, BasicThreadFactory.builder().namingPattern(name + "-%d").build());
    CompletableFuture<Long> gate = first;
    try {
      for (List<Worker> group : groups) {
        CompletableFuture<Long> next = new CompletableFuture<>();
        for (Worker worker : group) {
          started.add(executor.submit(task(worker, gate, next)));
        }
        gate = next;
      }
      executor.shutdown();
    } catch (OutOfMemoryError e) { // the JVM throws this when the system gives no more threads
      executor.shutdownNow();
      throw new RejectedExecutionException(
          "only " + started.size() + " of " + threads + " threads start: " + e.getMessage(), e);
    }
  }

  private Callable<Worked> task(
      Worker worker, CompletableFuture<Long> gate, CompletableFuture<Long> next) {
    return () -> {
      long startNanos = gate.get();
      long fromNanos = nanoClock.getAsLong();
      try {
        worker.run(startNanos);
      } finally {
        next.complete(startNanos);
      }
      return new Worked(fromNanos, nanoClock.getAsLong());
    };
  }

  /**
   * Lets the first group begin.
   *
   * @param startNanos when the step began
   */
  void start(long startNanos) {
    first.complete(startNanos);
  }

  /**
   * Waits until every thread has ended, also after one has failed.
   *
   * @return when each thread was at work
   * @throws InterruptedException if the waiting thread was interrupted
   */
  List<Worked> await() throws InterruptedException {
    List<Worked> worked = new ArrayList<>();
    IllegalStateException failure = null;
    for (Future<Worked> future : started) {
      try {
        worked.add(future.get());
      } catch (ExecutionException e) {
        failure = new IllegalStateException("a worker failed", e.getCause());
      }
    }
    if (failure != null) {
      throw failure;
    }
    return worked;
  }

  /** The time for which a thread was at work. */
  record Worked(long fromNanos, long toNanos) {
    /** The part of this time that lies between two moments, in nanoseconds. */
    long nanosWithin(long beginNanos, long endNanos) {
      return Math.max(0, Math.min(toNanos, endNanos) - Math.max(fromNanos, beginNanos));
    }
  }

  /** Interrupts the threads that have not ended. */
  @Override
  public void close() {
    executor.shutdownNow();
  }
}
