package pipeline.client.report;

import java.io.IOException;
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
import pipeline.client.load.Result;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;

/**
 * Hands every result from the threads that send to one thread that writes. Nothing is lost: the
 * hand-over holds {@link #CAPACITY} results, and while it is full, because the disk is slower than
 * the run, senders wait for it between two requests. That wait is in nobody's response time; in the
 * closed model it lowers the throughput, in the open one it makes requests late. The writing thread
 * never waits for a sender, and goes on taking results when a file has failed, so nobody waits for
 * ever.
 */
final class ResultFeed implements StepListener, AutoCloseable {
  static final int CAPACITY = 16_384;

  /**
   * Waking the writer for each result would cost a sender more than handing it over. In a rest of
   * this length, a million results a second would fit into the hand-over.
   */
  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final int BATCH = 1_024;
  private static final long MAX_CLOSE_SECONDS = 60;

  private final BlockingQueue<FeedEvent> handOver = new ArrayBlockingQueue<>(CAPACITY);
  private final List<ResultSink> sinks;
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final ExecutorService executor =
      Executors.newSingleThreadExecutor(task -> new Thread(task, "client-results"));
  private volatile boolean closing;

  /** Takes over the sinks: the feed closes them. */
  ResultFeed(List<ResultSink> sinks) {
    this.sinks = new ArrayList<>(sinks);
    executor.execute(this::deliverAll);
  }

  @Override
  public void stepStarted(StepPlan plan, long startNanos) {
    put(new FeedEvent.StepStart(plan, startNanos));
  }

  @Override
  public void ended(Result result) {
    put(FeedEvent.Row.of(result, true));
  }

  @Override
  public void readEnded(Result result) {
    put(FeedEvent.Row.of(result, false));
  }

  @Override
  public void stepEnded(StepResult result) {
    put(new FeedEvent.StepEnd());
  }

  /** An interrupted sender is about to end; its last result counts like any other. */
  private void put(FeedEvent event) {
    boolean interrupted = Thread.interrupted();
    boolean taken = false;
    while (!taken) {
      try {
        handOver.put(event);
        taken = true;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Runs on the writing thread, until closed and empty. */
  private void deliverAll() {
    List<FeedEvent> batch = new ArrayList<>();
    boolean last;
    do {
      last = closing; // read first: what was put before the closing is then still taken
      batch.clear();
      handOver.drainTo(batch, BATCH);
      batch.forEach(this::deliver);
      if (batch.isEmpty() && !last) {
        LockSupport.parkNanos(IDLE_NANOS);
      }
    } while (!last || !batch.isEmpty());
    for (ResultSink sink : sinks) {
      attempt(sink, sink::close);
    }
  }

  private void deliver(FeedEvent event) {
    sinks.removeIf(sink -> !attempt(sink, () -> give(event, sink)));
  }

  private static void give(FeedEvent event, ResultSink sink) throws IOException {
    if (event instanceof FeedEvent.Row row) {
      sink.row(row);
    } else if (event instanceof FeedEvent.StepStart step) {
      sink.stepStarted(step);
    } else {
      sink.stepEnded();
    }
  }

  private boolean attempt(ResultSink sink, Step step) {
    try {
      step.run();
      return true;
    } catch (IOException | RuntimeException e) {
      failures.add(sink.target() + " is incomplete: " + reason(e));
      return false;
    }
  }

  private static String reason(Exception e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  /** What could not be written, a line each; complete once the feed is closed. */
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

  private interface Step {
    void run() throws IOException;
  }
}
