package pipeline.client.load;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import pipeline.client.http.Servers;
import pipeline.client.stats.StepStats;
import pipeline.client.workload.RequestSource;

/**
 * Carries out steps, all of them from the same source and over the same connections.
 *
 * @param timeout how late a send of the open model is dropped
 * @param reads go beside each step, if there are any
 * @param listeners told of the events in their order here
 * @param stop ends a step early when requested; requested by the step if its source fails
 */
public record LoadStep(
    RequestSource source,
    Servers servers,
    RetryPolicy retryPolicy,
    Duration timeout,
    Optional<ReadLoad> reads,
    List<StepListener> listeners,
    StopSignal stop,
    RunClock clock) {
  /**
   * Sends what the plan says and waits for the last answer, and then for the pause.
   *
   * @throws RejectedExecutionException if the machine has not as many threads; nothing has been
   *     sent then
   */
  public StepResult run(StepPlan plan, Optional<CoolDown> pause) throws InterruptedException {
    try (Sending reading = reads.map(r -> r.beside(plan, listeners)).orElse(null);
        Sending load = new Sending("client-worker", this, plan)) {
      load.start();
      StepStats stats;
      try {
        if (reading != null) {
          reading.start();
        }
        stats = load.await();
      } finally {
        Optional.ofNullable(reading).ifPresent(Sending::stop);
      }
      return load.result(
          stats,
          reading == null ? Optional.empty() : Optional.of(reading.await()),
          pause.isPresent() ? pause.get().await() : OptionalDouble.empty());
    }
  }

  /** What sends requests for one thread. */
  RetryingSender sender(Consumer<String> errors) {
    return new RetryingSender(servers, retryPolicy, errors, stop, clock.nanoClock());
  }
}
