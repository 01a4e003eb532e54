package pipeline.client.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The times at which sends are due, without a clock: they depend on the send's number alone. */
class StageTest {
  @ParameterizedTest
  @CsvSource({
    "100, 0, 0",
    "100, 1, 10000000",
    "100, 250, 2500000000",
    "0.5, 0, 0",
    "0.5, 1, 2000000000",
    "3, 1, 333333333",
    "3, 3, 1000000000",
    "1000000, 1000000000, 1000000000000",
  })
  void isDueAtItsPlaceInTheSchedule(double perSecond, long sent, long dueNanos) {
    Stage stage = new Stage(perSecond, Stage.ENDLESS);

    assertThat(stage.dueNanos(sent)).hasValue(dueNanos);
    assertThat(stage.firstAfter(dueNanos)).isEqualTo(sent);
  }

  @ParameterizedTest
  @CsvSource({"100, 10, 1000", "0.5, 10, 5", "2.5, 1, 3", "0.1, 1, 1", "7, 3, 21"})
  void sendsRateTimesDurationRoundedUp(double perSecond, long seconds, long sends) {
    Stage stage = new Stage(perSecond, Duration.ofSeconds(seconds));

    assertThat(stage.dueNanos(sends - 1)).isPresent();
    assertThat(stage.dueNanos(sends)).isEmpty();
    assertThat(Plans.open(1, perSecond, Duration.ofSeconds(seconds)).expectedRequests())
        .isEqualTo(sends);
  }

  @Test
  void anOddRateDoesNotDrift() {
    Stage stage = new Stage(333.3, Stage.ENDLESS);

    assertThat(stage.dueNanos(333_300_000)).hasValue(1_000_000_000_000_000L);
  }
}
