package pipeline.client.report;

import java.util.List;
import java.util.Optional;
import pipeline.client.broker.BrokerHistory;
import pipeline.client.broker.BrokerStep;

/**
 * All that is known of a finished run. JSON and report hold exactly this.
 *
 * @param originNanos when the first step began, on the run's monotonic clock
 * @param stepStartNanos when each step began
 * @param seconds the series, in order
 * @param queue the queue's name
 * @param broker empty if nobody was to ask the broker
 */
record RunSnapshot(
    RunRecord run,
    long originNanos,
    List<Long> stepStartNanos,
    List<SecondSeries.Point> seconds,
    List<Expectation.Verdict> verdicts,
    String queue,
    Optional<BrokerHistory> broker) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** What the broker told of each step; empty if nobody was to ask it or it never answered. */
  List<BrokerStep> brokerSteps() {
    return broker.map(history -> history.bySteps(run.steps(), stepStartNanos)).orElse(List.of());
  }

  /** A moment, as seconds since the first step began. */
  double secondsAt(long nanos) {
    return (nanos - originNanos) / NANOS_PER_SECOND;
  }
}
