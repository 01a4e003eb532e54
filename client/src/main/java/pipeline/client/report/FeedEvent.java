package pipeline.client.report;

import pipeline.client.load.Result;
import pipeline.client.load.StepPlan;

/** What the {@link ResultFeed} carries from the run to those who write it down, in order. */
sealed interface FeedEvent {
  /**
   * A step begins.
   *
   * @param startNanos on the run's monotonic clock
   */
  record StepStart(StepPlan plan, long startNanos) implements FeedEvent {
    long measuredFromNanos() {
      return startNanos + plan.warmUp().toNanos();
    }
  }

  /**
   * A request has ended.
   *
   * @param startNanos when it was sent or, in the open model, should have been sent
   * @param load false for a read of {@code --gets}
   */
  record Row(long startNanos, long latencyNanos, String type, int status, boolean load)
      implements FeedEvent {
    static Row of(Result result, boolean load) {
      return new Row(
          result.intendedNanos(),
          result.latencyNanos(),
          result.type(),
          result.outcome().status(),
          load);
    }

    long endNanos() {
      return startNanos + latencyNanos;
    }

    boolean isSuccess() {
      return status / 100 == 2;
    }
  }

  /** A step is over: all its requests have come before this. */
  record StepEnd() implements FeedEvent {}
}
