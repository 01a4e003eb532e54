package pipeline.client.load;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import pipeline.client.http.Outcome;
import pipeline.client.http.Request;
import pipeline.client.http.Servers;
import pipeline.client.input.BadInputException;
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

  private ReadLoad(
      double rate, RequestSource source, Servers servers, Duration timeout, RunClock clock) {
    this.rate = rate;
    this.source = source;
    this.servers = servers;
    this.timeout = timeout;
    this.clock = clock;
  }

  /** The number of threads that read at a rate: as many as reads are due within a second. */
  public static int threads(double rate) {
    return (int) Math.ceil(Math.min(rate, MOST_THREADS));
  }

  /**
   * Prepares reading, and reads once, outside of all statistics.
   *
   * @param source owned from here on, as are the servers; both are closed after a failure
   * @param timeout how late a read is dropped
   * @throws BadInputException if no read can ever be answered, since the server has no store
   */
  public static ReadLoad open(
      double rate, RequestSource source, Servers servers, Duration timeout, RunClock clock)
      throws IOException, InterruptedException, BadInputException {
    ReadLoad reads = new ReadLoad(rate, source, servers, timeout, clock);
    boolean answered = false;
    try {
      reads.readOnce();
      answered = true;
      return reads;
    } finally {
      if (!answered) {
        reads.close();
      }
    }
  }

  private void readOnce() throws IOException, InterruptedException, BadInputException {
    Optional<Request> first = source.next();
    if (first.isPresent()) {
      Outcome outcome = sender(error -> {}, new StopSignal()).send(first.get()).outcome();
      if (outcome.status() == NO_STORE) {
        throw new BadInputException("--gets finds nothing to read: " + outcome.error());
      }
    }
  }

  private RetryingSender sender(Consumer<String> errors, StopSignal stop) {
    return new RetryingSender(servers, NO_RETRIES, errors, stop, clock.nanoClock());
  }

  /** Starts reading, until {@link Reads#stop}. */
  Reads begin(Duration warmUp, List<StepListener> listeners) {
    return new Reads(warmUp, listeners);
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
    private final List<StepListener> listeners;
    private final StepRecorder recorder;
    private final WorkerPool pool;

    private Reads(Duration warmUp, List<StepListener> listeners) {
      this.listeners = listeners;
      Stage stage = new Stage(rate, Stage.ENDLESS);
      StepPlan plan =
          new StepPlan("gets", threads(rate), List.of(), stage, StepPlan.UNLIMITED, warmUp, false);
      recorder = new StepRecorder(plan, servers.urls());
      SendSchedule schedule = new SendSchedule(stage, source, timeout, warmUp);
      pool =
          new WorkerPool(
              "client-gets",
              List.of(Stream.generate(() -> worker(schedule)).limit(plan.threads()).toList()),
              clock.nanoClock());
      long start = clock.nanos();
      recorder.stepStarted(start);
      pool.start(start);
    }

    private Worker worker(SendSchedule schedule) {
      RetryingSender sender = sender(recorder::note, stop);
      return new Worker(schedule, sender, this::ended, stop, clock.nanoClock());
    }

    /** Passes a result on as a read, and tells of one that succeeded without finding anything. */
    private void ended(Result result) {
      recorder.ended(result);
      if (result.outcome().isSuccess() && result.outcome().status() == NOT_FOUND) {
        recorder.note(FOUND_NOTHING);
      }
      listeners.forEach(listener -> listener.readEnded(result));
    }

    /** Sends no more; reads in flight go on to their ends, and the threads end with them. */
    void stop() {
      stop.request("the load has ended");
    }

    /** Waits for the end after a stop. */
    StepStats await() throws InterruptedException {
      int threads = pool.await().size();
      return recorder.stats(clock.nanos(), threads);
    }
  }
}
