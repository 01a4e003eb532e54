package pipeline.client.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** A rate is over the time in which the broker counted, and zero only where it must be. */
class CounterRateTest {
  private final BrokerHistory.CounterRate rate = new BrokerHistory.CounterRate();

  @Test
  void theDifferenceOverTheBrokersTime() {
    assertThat(at(10, 500)).isEmpty();
    assertThat(at(15, 5_500)).hasValue(1_000);
    assertThat(at(20, 5_600)).hasValue(20);
  }

  @Test
  void aRepeatedSampleIsNotAZero() {
    at(10, 500);
    assertThat(at(11, 500)).isEmpty();
    assertThat(at(12, 500)).isEmpty();
    assertThat(at(15, 1_500)).hasValue(200);
    assertThat(at(15, 1_500)).isEmpty();
  }

  @Test
  void aCounterThatStandsStillLongEnoughIsAZero() {
    at(10, 500);
    assertThat(at(17, 500)).isEmpty();
    assertThat(at(18, 500)).hasValue(0);
  }

  @Test
  void aBrokerThatRefreshesEverySecondShowsItsZerosSooner() {
    at(10, 500);
    at(11, 600);
    assertThat(at(12, 700)).hasValue(100);
    assertThat(at(13, 700)).isEmpty();
    assertThat(at(14, 700)).hasValue(0);
  }

  /** The samples are those that a default broker's management API told when asked every second. */
  @Test
  void theFirstChangeSeenWasNotMadeWithinASecond() {
    at(10, 500);
    assertThat(at(11, 6_500)).isEmpty();
    assertThat(at(11, 6_500)).isEmpty();
    assertThat(at(16, 11_500)).hasValue(1_000);
    assertThat(at(23, 11_500)).isEmpty();
    assertThat(at(24, 11_500)).hasValue(0);
    assertThat(at(26, 16_500)).as("counted over a refresh, not over 2 s").hasValue(1_000);
  }

  @Test
  void aBrokerThatWasStartedAgainCountsAnew() {
    at(10, 500);
    assertThat(at(11, 30)).isEmpty();
    assertThat(at(12, 130)).isEmpty();
    assertThat(at(13, 230)).hasValue(100);
  }

  private OptionalDouble at(long second, long count) {
    return rate.rate(new BrokerReading.Count(count, second * 1_000));
  }
}
