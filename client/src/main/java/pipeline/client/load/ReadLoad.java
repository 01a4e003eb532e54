package pipeline.client.load;

import static pipeline.client.input.BadInputException.refuseIf;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import pipeline.client.http.Outcome;
import pipeline.client.http.Request;
import pipeline.client.http.Servers;
import pipeline.client.input.BadInputException;
import pipeline.client.workload.RequestSource;

/**
 * Reads at an even rate beside the load of a step, whatever the answers do: a slow read does not
 * hold up the next ones. A failed read is not tried again.
 *
 * @param rate reads a second
 * @param source closed with this, as are the servers
 * @param timeout how late a read is dropped
 */
public record ReadLoad(
    double rate, RequestSource source, Servers servers, Duration timeout, RunClock clock)
    implements Closeable {
  private static final int MOST_THREADS = 64;
  private static final int NO_STORE = 501;
  private static final RetryPolicy NO_RETRIES = new RetryPolicy(0, Duration.ZERO, () -> 0);

  /** The number of threads that read at a rate: as many as reads are due within a second. */
  public static int threads(double rate) {
    return (int) Math.ceil(Math.min(rate, MOST_THREADS));
  }

  /**
   * Reads once, outside of all statistics.
   *
   * @throws BadInputException if no read can ever be answered, since the server has no store
   */
  public void tryOnce() throws IOException, InterruptedException {
    Optional<Request> first = source.next();
    if (first.isPresent()) {
      Outcome outcome = sending(List.of()).sender(error -> {}).send(first.get()).outcome();
      refuseIf(outcome.status() == NO_STORE, "--gets finds nothing to read: " + outcome.error());
    }
  }

  /** The reads beside a step, which are told to its listeners as reads. */
  Sending beside(StepPlan load, List<StepListener> listeners) {
    StepListener asReads =
        new StepListener() {
          @Override
          public void ended(Result result) {
            listeners.forEach(listener -> listener.readEnded(result));
          }
        };
    Stage stage = new Stage(rate, Stage.ENDLESS);
    StepPlan plan =
        new StepPlan(
            "gets", threads(rate), List.of(), stage, StepPlan.UNLIMITED, load.warmUp(), false);
    return new Sending("client-gets", sending(List.of(asReads)), plan);
  }

  /** How reads are sent, until a stop of their own. */
  private LoadStep sending(List<StepListener> listeners) {
    return new LoadStep(
        source, servers, NO_RETRIES, timeout, Optional.empty(), listeners, new StopSignal(), clock);
  }

  @Override
  public void close() throws IOException {
    try (servers) {
      source.close();
    }
  }
}
