package pipeline.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BrokerHistoryTest {
  private static final long SECOND = 1_000_000_000;

  private final BrokerHistory history = new BrokerHistory();

  @Test
  void theQueueIsEmptyOnlyWhenTheBrokerHadTimeToSaySo() {
    add(0, 700, 5);
    add(1, 0, 0);
    add(6, 0, 0);

    assertThat(history.waiting(4 * SECOND)).hasValue(705);
    assertThat(history.waiting(6 * SECOND)).hasValue(0);
  }

  @Test
  void whatIsBeingDeliveredWaitsToo() {
    add(0, 0, 3);

    assertThat(history.waiting(0)).hasValue(3);
  }

  @Test
  void withoutAnAnswerNothingIsKnown() {
    assertThat(history.waiting(0)).isEmpty();
    add(0, 0, 0);
    history.addFailure(SECOND, "refused");

    assertThat(history.waiting(SECOND)).isEmpty();
    assertThat(history.failure()).hasValue("refused");
    assertThat(history.points()).extracting(BrokerPoint::isGap).containsExactly(false, true);
  }

  @Test
  void growthIsWhatWasAddedDuringTheRun() {
    count(0, 1_000);
    count(1, 1_700);

    assertThat(history.growth()).isEqualTo(Map.of(BrokerCounter.PUBLISH, 700L));
  }

  @Test
  void aCounterThatBeganAnewHasNoKnownGrowth() {
    count(0, 1_000);
    count(1, 10);

    assertThat(history.growth()).isEmpty();
  }

  private void add(long second, long ready, long unacked) {
    Map<BrokerGauge, Long> gauges = Map.of(BrokerGauge.READY, ready, BrokerGauge.UNACKED, unacked);
    BrokerReading reading = new BrokerReading(gauges, Map.of(), Optional.of(List.of()));
    history.add(second * SECOND, reading, "a test", 5_000);
  }

  private void count(long second, long published) {
    BrokerReading.Count count = new BrokerReading.Count(published, second * 1_000);
    BrokerReading reading =
        new BrokerReading(Map.of(), Map.of(BrokerCounter.PUBLISH, count), Optional.empty());
    history.add(second * SECOND, reading, "a test", 5_000);
  }
}
