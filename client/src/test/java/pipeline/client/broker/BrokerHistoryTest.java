package pipeline.client.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.load.Plans;
import pipeline.client.load.QueueDepth;
import pipeline.client.load.StepResult;
import pipeline.client.report.SampleRun;

/** What a broker told is neither older nor of another step than it is said to be. */
class BrokerHistoryTest {
  private static final long SECOND = 1_000_000_000;

  private final BrokerHistory history = new BrokerHistory();

  @Test
  void theQueueIsEmptyOnlyWhenTheBrokerHadTimeToSaySo() {
    add(0, 700, 5);
    add(1, 0, 0);
    add(6, 0, 0);

    long asOldAsTheLastAnswerCanBe = SECOND;
    assertThat(history.waiting(4 * SECOND))
        .hasValue(new QueueDepth.Depth(705, asOldAsTheLastAnswerCanBe));
    assertThat(history.waiting(6 * SECOND))
        .hasValue(new QueueDepth.Depth(0, asOldAsTheLastAnswerCanBe));
  }

  @Test
  void withoutAnAnswerNothingIsKnown() {
    assertThat(history.waiting(0)).isEmpty();
    add(0, 0, 0);
    history.addFailure(SECOND, "refused");

    assertThat(history.waiting(SECOND)).isEmpty();
    assertThat(history.failure()).hasValue("refused");
    assertThat(history.gaps()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"15,15,25", "11,11,21"})
  void theLongestQueueIsThatOfTheStepAndNotWhatTheNextOneWaitsFor(
      long nextBegins, long ready, long nextReady) {
    for (long second = 0; second < 30; second++) {
      add(second, second, 2 * second);
    }

    assertThat(history.bySteps(List.of(step(5), step(nextBegins))))
        .extracting(BrokerHistory.BrokerStep::maxReady, BrokerHistory.BrokerStep::maxUnacked)
        .containsExactly(
            tuple(OptionalLong.of(ready), OptionalLong.of(2 * ready)),
            tuple(OptionalLong.of(nextReady), OptionalLong.of(2 * nextReady)));
  }

  @Test
  void withoutAnAnswerNoStepHasNumbers() {
    history.addFailure(SECOND, "refused");
    assertThat(history.bySteps(List.of(step(0)))).isEmpty();

    count(6, 10);
    assertThat(history.bySteps(List.of(step(5))))
        .containsExactly(new BrokerHistory.BrokerStep(OptionalLong.empty(), OptionalLong.empty()));
  }

  /** Rows of samples, each a second, what is counted by then, and the rate that it tells. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "10:500 15:5500=1000 20:5600=20",
        "10:500 10:500 12:500 15:1500=200 15:1500", // a repeated sample is no zero
        "10:500 12:500 13:500=0", // ... but one that stands still long enough
        "10:500 11:30 12:130=100 13:230=100" // a broker that was started again
      })
  void aRateIsOverTheTimeInWhichTheBrokerCounted(String samples) {
    for (String sample : samples.split(" ", -1)) {
      String[] parts = sample.split("[:=]", -1);
      count(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
      assertThat(history.points().get(history.points().size() - 1).rates())
          .as(sample)
          .isEqualTo(
              parts.length == 2 ? Map.of() : Map.of("publish", Double.parseDouble(parts[2])));
    }
  }

  /** A step of five seconds. */
  private static StepResult step(long startSecond) {
    return SampleRun.step(Plans.closed(1, 1), startSecond * SECOND, SampleRun.stats(1, 5 * SECOND));
  }

  private void add(long second, long ready, long unacked) {
    add(second, OptionalLong.of(ready), OptionalLong.of(unacked), Map.of());
  }

  private void count(long second, long published) {
    BrokerReading.Count count = new BrokerReading.Count(published, second * 1_000);
    add(second, OptionalLong.empty(), OptionalLong.empty(), Map.of("publish", count));
  }

  private void add(
      long second,
      OptionalLong ready,
      OptionalLong unacked,
      Map<String, BrokerReading.Count> counters) {
    BrokerReading reading =
        new BrokerReading(
            ready, unacked, OptionalLong.empty(), counters, Optional.empty(), "a test", 5_000);
    history.add(second * SECOND, reading);
  }
}
