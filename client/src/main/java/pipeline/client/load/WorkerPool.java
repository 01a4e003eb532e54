package pipeline.client.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The threads of one step, each worker with one request in flight. The first group begins when told
 * to, the next as soon as one thread of a group has ended. Prints nothing.
 */
final class WorkerPool implements AutoCloseable {
  private final ExecutorService executor;
  private final StartGate first = new StartGate();
  private final LongSupplier nanoClock;
  private final List<Future<Worked>> started = new ArrayList<>();

  /**
   * Starts all threads; they send nothing yet.
   *
   * @param workers makes a worker for each thread
   * @param nanoClock the run's monotonic clock
   * @throws TooManyThreadsException if they cannot all be started
   */
  WorkerPool(List<WorkerGroup> groups, Function<Schedule, Worker> workers, LongSupplier nanoClock)
      throws TooManyThreadsException {
    this.nanoClock = nanoClock;
    int threads = groups.stream().mapToInt(WorkerGroup::threads).sum();
    executor = Executors.newFixedThreadPool(threads, namedThreads());
    StartGate gate = first;
    try {
      for (WorkerGroup group : groups) {
        StartGate next = new StartGate();
        for (int i = 0; i < group.threads(); i++) {
          started.add(executor.submit(task(workers.apply(group.schedules().get()), gate, next)));
        }
        gate = next;
      }
    } catch (OutOfMemoryError e) { // what the JVM throws when the system gives no more threads
      executor.shutdownNow();
      throw new TooManyThreadsException(started.size(), threads, e);
    }
  }

  private Callable<Worked> task(Worker worker, StartGate gate, StartGate next) {
    return () -> {
      long startNanos = gate.await();
      long fromNanos = nanoClock.getAsLong();
      try {
        worker.run(startNanos);
      } finally {
        next.open(startNanos);
      }
      return new Worked(fromNanos, nanoClock.getAsLong());
    };
  }

  /**
   * Lets the first group begin and waits until every thread has ended, also after one has failed.
   *
   * @param startNanos when the step began
   * @return when each thread was at work
   * @throws InterruptedException if the waiting thread was interrupted
   */
  List<Worked> run(long startNanos) throws InterruptedException {
    first.open(startNanos);
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

  /** When a thread was at work. */
  record Worked(long fromNanos, long toNanos) {
    /** For how long within a time. */
    long nanosWithin(long beginNanos, long endNanos) {
      return Math.max(0, Math.min(toNanos, endNanos) - Math.max(fromNanos, beginNanos));
    }
  }

  /** Interrupts the threads that have not ended. */
  @Override
  public void close() {
    executor.shutdownNow();
  }

  private static ThreadFactory namedThreads() {
    AtomicInteger started = new AtomicInteger();
    return task -> new Thread(task, "client-worker-" + started.incrementAndGet());
  }
}
