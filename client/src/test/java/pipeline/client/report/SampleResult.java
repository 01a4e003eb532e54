package pipeline.client.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import pipeline.client.broker.BrokerCounter;
import pipeline.client.broker.BrokerHistory;
import pipeline.client.broker.BrokerReading;

/** Whole finished runs, made the way {@link Outputs} makes them. */
final class SampleResult {
  /** The number of samples of {@link #broker}. */
  static final int SAMPLES = 60;

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private SampleResult() {}

  static ResultJson sweep(Optional<BrokerHistory> broker) {
    SecondSeries seconds = new SecondSeries(Optional.empty());
    RunRecord run;
    try (ResultFeed feed = new ResultFeed(List.of(seconds))) {
      run = SampleRun.sweep(List.of(feed), "it's.txt", "2,4,8", "--report", "r.html");
    }
    List<Expectation.Check> checks =
        List.of(
            new Expectation.Check("2 threads", "p99<50ms", "5.9500 ms", true),
            new Expectation.Check("8 threads", "errors=0", "1", false));
    return new ResultJson(run, seconds.seconds(), checks, "q", broker);
  }

  /** A broker that tells the queue's length, and two of the rates. */
  static Optional<BrokerHistory> broker() {
    BrokerHistory history = new BrokerHistory();
    for (long i = 0; i < SAMPLES; i++) {
      BrokerReading.Count count = new BrokerReading.Count(i * i * 10, i * 1_000);
      history.add(
          (12 + i) * SECOND,
          new BrokerReading(
              OptionalLong.of(30 * (i % 15)),
              OptionalLong.of(10),
              OptionalLong.of(150_000_000 + i * 500_000),
              Map.of(BrokerCounter.PUBLISH, count, BrokerCounter.DELIVER, count),
              Optional.of(List.of()),
              Set.of()),
          "a test",
          0);
    }
    return Optional.of(history);
  }
}
