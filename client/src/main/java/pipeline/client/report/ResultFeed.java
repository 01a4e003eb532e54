package pipeline.client.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.apache.commons.lang3.function.FailableRunnable;
import pipeline.client.load.Result;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.wire.process.Console;

/**
 * Hands every result from the threads that send to one thread that writes. Nothing is lost: the
 * hand-over holds {@link #CAPACITY} results, and while it is full, because the disk is slower than
 * the run, senders wait for it between two requests. That wait is in nobody's response time; in the
 * closed model it lowers the throughput, in the open one it makes requests late. The writing thread
 * never waits for a sender, and goes on taking results when a file has failed in any way, an {@code
 * Error} included, so nobody waits for ever.
 */
final class ResultFeed implements StepListener {
  static final int CAPACITY = 16_384;

  /**
   * The writer's sleep when it has nothing to write. To wake the writer for each result would cost
   * a sender more than to hand it over. A million results a second would fit into the hand-over
   * meanwhile.
   */
  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final int BATCH = 1_024;
  private static final long MAX_CLOSE_SECONDS = 60;

  private final BlockingQueue<Consumer<StepListener>> handOver = new ArrayBlockingQueue<>(CAPACITY);
  private final List<StepListener> files;
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final ExecutorService executor =
      Executors.newSingleThreadExecutor(
          BasicThreadFactory.builder().namingPattern("client-results").build());
  private volatile boolean closing;

  /** Whether the writing thread has ended, and takes no results any more. */
  private volatile boolean ended;

  /**
   * Starts the writing thread.
   *
   * @param files told in this order, called in messages what they call themselves; the feed closes
   *     them
   */
  ResultFeed(List<StepListener> files) {
    this.files = new ArrayList<>(files);
    executor.execute(this::run);
  }

  @Override
  public void stepStarted(StepPlan plan, long startNanos) {
    put(file -> file.stepStarted(plan, startNanos));
  }

  @Override
  public void ended(Result result) {
    put(file -> file.ended(result));
  }

  @Override
  public void readEnded(Result result) {
    put(file -> file.readEnded(result));
  }

  @Override
  public void stepEnded(StepResult result) {
    put(file -> file.stepEnded(result));
  }

  /**
   * Hands an event over. It does so even if the sender was interrupted, and is about to end: its
   * last result counts like any other.
   */
  private void put(Consumer<StepListener> event) {
    boolean interrupted = Thread.interrupted();
    boolean taken = false;
    while (!taken && !ended) {
      try {
        taken = handOver.offer(event, 1, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The writing thread. Any error that ends it is recorded, and ends every wait for it. */
  private void run() {
    try {
      deliverAll();
    } catch (RuntimeException | Error e) {
      failures.add("results are incomplete: " + e);
    } finally {
      ended = true;
    }
  }

  /** Runs on the writing thread, until closed and empty. */
  private void deliverAll() {
    List<Consumer<StepListener>> batch = new ArrayList<>();
    boolean last;
    do {
      last = closing; // read first, so that results put before the closing are taken
      batch.clear();
      handOver.drainTo(batch, BATCH);
      files.removeIf(file -> !attempt(file, () -> batch.forEach(event -> event.accept(file))));
      if (batch.isEmpty() && !last) {
        LockSupport.parkNanos(IDLE_NANOS);
      }
    } while (!last || !batch.isEmpty());
    files.forEach(file -> attempt(file, file::close));
  }

  private boolean attempt(StepListener file, FailableRunnable<IOException> step) {
    try {
      step.run();
      return true;
    } catch (IOException | RuntimeException | Error e) {
      Throwable cause = e instanceof UncheckedIOException ? e.getCause() : e;
      Object reason = cause instanceof IOException failed ? Console.reason(failed) : cause;
      failures.add(file + " cannot be written: " + reason);
    }
    return false;
  }

  /** The failures to write, a line each; complete once the feed is closed. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  /** Waits until all that was handed over is written. May be called again. */
  @Override
  public void close() {
    closing = true;
    executor.shutdown();
    try {
      if (!executor.awaitTermination(MAX_CLOSE_SECONDS, TimeUnit.SECONDS)) {
        failures.add("results are incomplete: not written within " + MAX_CLOSE_SECONDS + " s");
        executor.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failures.add("results are incomplete: interrupted while writing them");
    }
  }
}
