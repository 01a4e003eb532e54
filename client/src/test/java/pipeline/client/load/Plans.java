package pipeline.client.load;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import pipeline.client.http.Request;
import pipeline.client.http.Servers;
import pipeline.client.workload.RequestSource;

/** Plans for tests, without warm-up and pause, and what carries them out without retries. */
public final class Plans {
  private Plans() {}

  /** Numbered requests without a body. */
  static RequestSource requests(long total) {
    AtomicLong number = new AtomicLong();
    RequestSource endless =
        () -> Optional.of(Request.post(number.getAndIncrement(), "/", new byte[0]));
    return endless.limitedTo(total);
  }

  /** Sends numbered requests without an end, and reads nothing. */
  public static LoadStep step(Servers servers, StopSignal stop, RunClock clock) {
    RequestSource source = requests(Long.MAX_VALUE);
    RetryPolicy noRetries = new RetryPolicy(0, Duration.ZERO, () -> 0);
    Duration late = Duration.ofSeconds(30);
    return new LoadStep(source, servers, noRetries, late, Optional.empty(), List.of(), stop, clock);
  }

  public static StepPlan closed(int threads, long requests) {
    return closed(threads, requests, Duration.ZERO);
  }

  public static StepPlan closed(
      int threads, long requests, Duration warmUp, StepPlan.Phase... leadIn) {
    return new StepPlan(
        threads + " threads", threads, List.of(leadIn), Stage.WHOLE_INPUT, requests, warmUp, false);
  }

  public static StepPlan open(int threads, double rate, Duration duration) {
    Stage stage = new Stage(rate, duration);
    return new StepPlan(
        rate + "/s", threads, List.of(), stage, StepPlan.UNLIMITED, Duration.ZERO, false);
  }
}
