package pipeline.client.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
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

    assertThat(history.waiting(4 * SECOND).orElseThrow().messages()).isEqualTo(705);
    assertThat(history.waiting(6 * SECOND).orElseThrow().messages()).isZero();
  }

  @Test
  void theDepthIsOfAMomentAsOldAsTheLastAnswerCanBe() {
    add(8, 0, 0);

    assertThat(history.waiting(9 * SECOND)).hasValue(new QueueDepth.Depth(0, 3 * SECOND));
  }

  @Test
  void withoutAnAnswerNothingIsKnown() {
    assertThat(history.waiting(0)).isEmpty();
    add(0, 0, 0);
    history.addFailure(SECOND, "refused");

    assertThat(history.waiting(SECOND)).isEmpty();
    assertThat(history.failure()).hasValue("refused");
    assertThat(history.points())
        .extracting(BrokerHistory.Point::isGap)
        .containsExactly(false, true);
  }

  @Test
  void growthIsWhatWasAddedAlsoAfterANodeTookItsPartAlong() {
    count(0, 1_000);
    count(1, 1_700);
    count(2, 10);
    count(3, 110);

    assertThat(history.growth()).isEqualTo(Map.of(BrokerCounter.PUBLISH, 800L));
    assertThat(history.bySteps(List.of(step(0, 3))).get(0).rates().get(BrokerCounter.PUBLISH))
        .isCloseTo(800 / 3.0, within(1e-9));
  }

  @Test
  void theLongestQueueIsThatOfTheStep() {
    for (long second = 0; second < 30; second++) {
      add(second, second, 2 * second);
    }

    List<BrokerStep> steps = history.bySteps(List.of(step(5, 5), step(15, 5)));

    assertThat(steps)
        .extracting(BrokerStep::maxReady)
        .containsExactly(OptionalLong.of(15), OptionalLong.of(25));
    assertThat(steps)
        .extracting(BrokerStep::maxUnacked)
        .containsExactly(OptionalLong.of(30), OptionalLong.of(50));
  }

  @Test
  void whatTheNextStepWaitsForIsNotOfTheOneBefore() {
    for (long second = 0; second < 30; second++) {
      add(second, second, 0);
    }

    List<BrokerStep> steps = history.bySteps(List.of(step(5, 5), step(11, 5)));

    assertThat(steps)
        .extracting(BrokerStep::maxReady)
        .containsExactly(OptionalLong.of(11), OptionalLong.of(21));
  }

  @Test
  void aStepsRatesAreBetweenItsFirstAndItsLastCount() {
    long published = 0;
    for (long second = 0; second < 30; second++) {
      count(second, published);
      published += second < 5 ? 7 : second < 10 ? 100 : second < 15 ? 9_000 : 300;
    }

    List<BrokerStep> steps = history.bySteps(List.of(step(5, 5), step(15, 5)));

    assertThat(steps)
        .extracting(step -> step.rates().get(BrokerCounter.PUBLISH))
        .containsExactly(100.0, 300.0);
  }

  @Test
  void oneCountIsNoRate() {
    count(6, 10);

    BrokerStep step = history.bySteps(List.of(step(5, 5))).get(0);

    assertThat(step.rates()).isEmpty();
    assertThat(step.maxReady()).isEmpty();
  }

  @Test
  void whereTheBrokerNeverAnsweredNoStepHasNumbers() {
    history.addFailure(SECOND, "refused");

    assertThat(history.bySteps(List.of(step(0, 5)))).isEmpty();
  }

  /** A step of a run whose clocks, the monotonic one and the wall clock, both begin at 0. */
  private static StepResult step(long startSecond, long wallSeconds) {
    return new StepResult(
        SampleRun.plan(1),
        startSecond * SECOND,
        startSecond * 1_000,
        SampleRun.stats(1, wallSeconds * SECOND),
        0,
        0,
        0,
        0,
        0,
        Optional.empty(),
        OptionalDouble.empty());
  }

  private void add(long second, long ready, long unacked) {
    add(second, OptionalLong.of(ready), OptionalLong.of(unacked), Map.of());
  }

  private void count(long second, long published) {
    BrokerReading.Count count = new BrokerReading.Count(published, second * 1_000);
    add(second, OptionalLong.empty(), OptionalLong.empty(), Map.of(BrokerCounter.PUBLISH, count));
  }

  private void add(
      long second,
      OptionalLong ready,
      OptionalLong unacked,
      Map<BrokerCounter, BrokerReading.Count> counters) {
    BrokerReading reading =
        new BrokerReading(ready, unacked, OptionalLong.empty(), counters, Optional.empty());
    history.add(second * SECOND, reading, "a test", 5_000);
  }
}
