package pipeline.client.load;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import pipeline.client.http.Outcome;
import pipeline.client.http.Servers;
import pipeline.client.stats.StepStats;
import pipeline.client.workload.RequestSource;

/**
 * Reads at an even rate beside the load of a step, whatever the answers do: a slow read does not
 * hold up the next ones. A failed read is not tried again.
 */
public final class ReadLoad implements Closeable {
  static final String FOUND_NOTHING = "HTTP 404, counted as an answer: nothing is known of it yet";

  private static final int MOST_THREADS = 64;
  private static final int NOT_FOUND = 404;
  private static final int NO_STORE = 501;
  private static final RetryPolicy NO_RETRIES = new RetryPolicy(0, Duration.ZERO, () -> 0);

  private final double rate;
  private final RequestSource source;
  private final Servers servers;
  private final Duration timeout;
  private final RunClock clock;

  /** The number of threads that read at a rate: as many as reads are due within a second. */
  public static int threads(double rate) {
    return (int) Math.ceil(Math.min(rate, MOST_THREADS));
  }

  /**
   * @param source owned from here on, as are the servers
   * @param timeout how late a read is dropped
   */
  public ReadLoad(
      double rate, RequestSource source, Servers servers, Duration timeout, RunClock clock) {
    this.rate = rate;
    this.source = source;
    this.servers = servers;
    this.timeout = timeout;
    this.clock = clock;
  }

  /**
   * Reads once, outside of all statistics.
   *
   * @return why no read can ever be answered: the server has no store; empty if it has one, or does
   *     not answer
   */
  public Optional<String> refusal() throws IOException, InterruptedException {
    RetryingSender once =
        new RetryingSender(servers, NO_RETRIES, error -> {}, new StopSignal(), clock.nanoClock());
    Outcome outcome = once.send(source.next().orElseThrow()).outcome();
    return outcome.status() == NO_STORE ? Optional.of(outcome.error()) : Optional.empty();
  }

  /** Starts reading, until {@link Reads#stop}. */
  Reads begin(Duration warmUp, StepListener listener) {
    return new Reads(warmUp, listener);
  }

  @Override
  public void close() throws IOException {
    try (servers) {
      source.close();
    }
  }

  /** The reads of one step; owns their threads. */
  final class Reads {
    private final StopSignal stop = new StopSignal();
    private final ExecutorService executor =
        Executors.newFixedThreadPool(
            threads(rate), BasicThreadFactory.builder().namingPattern("client-gets-%d").build());
    private final StepRecorder recorder;
    private final List<Future<?>> running = new ArrayList<>();

    private Reads(Duration warmUp, StepListener listener) {
      Stage stage = new Stage(rate, Stage.ENDLESS);
      StepPlan plan =
          new StepPlan("gets", threads(rate), List.of(), stage, StepPlan.UNLIMITED, warmUp, false);
      recorder = new StepRecorder(plan, servers.urls());
      Worker worker =
          new Worker(
              new SendSchedule(stage, source, timeout, warmUp),
              new RetryingSender(servers, NO_RETRIES, recorder::note, stop, clock.nanoClock()),
              StepListener.all(List.of(recorder, new ReadsOnly(listener, recorder)))::ended,
              stop,
              clock.nanoClock());
      long start = clock.nanos();
      recorder.stepStarted(plan, start);
      for (int i = 0; i < plan.threads(); i++) {
        running.add(executor.submit(() -> worker.run(start)));
      }
    }

    /** Sends no more; reads in flight go on to their ends, and the threads end with them. */
    void stop() {
      stop.request("the load has ended");
      executor.shutdown();
    }

    /** Waits for the end after a stop. */
    StepStats await() throws InterruptedException {
      try {
        for (Future<?> thread : running) {
          thread.get();
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException("the reads failed", e.getCause());
      }
      return recorder.stats(clock.nanos(), running.size());
    }
  }

  /** Passes results on as reads, and tells of those that succeeded without finding anything. */
  private record ReadsOnly(StepListener listener, StepRecorder recorder) implements StepListener {
    @Override
    public void ended(Result result) {
      if (result.outcome().isSuccess() && result.outcome().status() == NOT_FOUND) {
        recorder.note(FOUND_NOTHING);
      }
      listener.readEnded(result);
    }
  }
}
