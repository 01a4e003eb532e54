package pipeline.client.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.client.workload.CountedSource;

/**
 * A schedule of ten sends a second, dropped when more than a second late. No clock: the times are
 * arguments.
 */
class SendScheduleTest {
  private static final long MILLI = 1_000_000;
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void aSendIsDueAtItsTimeHoweverEarlyItIsTaken() throws IOException {
    SendSchedule schedule = schedule(Stage.ENDLESS, Duration.ZERO);

    assertThat(taken(schedule, 0, 0, 0)).containsExactly("0 due 0", "1 due 100", "2 due 200");
    assertThat(schedule.late()).isZero();
  }

  @Test
  void aSendTakenTooLateCountsFromItsTime() throws IOException {
    SendSchedule schedule = schedule(Stage.ENDLESS, Duration.ZERO);

    assertThat(taken(schedule, 0, 110, 211, 900))
        .containsExactly("0 due 0", "1 due 100", "2 due 200", "3 due 300");
    assertThat(schedule.late()).isEqualTo(2); // 10 ms late is not late yet
    assertThat(schedule.dropped()).isZero();
  }

  @Test
  void sendsThatNobodyTookInTimeAreDroppedWithoutGapsInTheInput() throws IOException {
    SendSchedule schedule = schedule(Stage.ENDLESS, Duration.ZERO);

    assertThat(taken(schedule, 0, 2_050, 2_050))
        .containsExactly("0 due 0", "1 due 1100", "2 due 1200");
    assertThat(schedule.dropped()).isEqualTo(10); // the sends due at 100, 200, ..., 1000
    assertThat(schedule.late()).isEqualTo(2);
  }

  @Test
  void theScheduleEndsAtItsTimeButWhatWasDueBeforeIsStillSent() throws IOException {
    SendSchedule schedule = schedule(Duration.ofMillis(300), Duration.ZERO);

    assertThat(taken(schedule, 0, 0, 700, 700))
        .containsExactly("0 due 0", "1 due 100", "2 due 200");
  }

  @Test
  void whatIsDueInTheWarmUpIsNeitherLateNorDropped() throws IOException {
    SendSchedule schedule = schedule(Stage.ENDLESS, SECOND);

    assertThat(taken(schedule, 50, 2_250, 2_250)).hasSize(3);
    assertThat(schedule.dropped()).isEqualTo(3); // the sends due at 1000, 1100, 1200
    assertThat(schedule.late()).isEqualTo(2);
  }

  @Test
  void nothingIsDroppedAfterTheEndOfTheInput() throws IOException {
    Stage stage = new Stage(10, Stage.ENDLESS);
    SendSchedule schedule = new SendSchedule(stage, new CountedSource(2), SECOND, Duration.ZERO);

    assertThat(taken(schedule, 0, 100, 60_000)).hasSize(2);
    assertThat(schedule.dropped()).isZero();
  }

  @Test
  void inTheClosedModelEachSendIsForAtOnceUntilTheTimeIsOver() throws IOException {
    Stage stage = new Stage(0, Duration.ofMillis(300));
    SendSchedule schedule = new SendSchedule(stage, new CountedSource(9), SECOND, Duration.ZERO);

    assertThat(schedule.next(0).orElseThrow().dueNanos()).isEmpty();
    assertThat(schedule.next(299 * MILLI).orElseThrow().request().seq()).isEqualTo(1);
    assertThat(schedule.next(300 * MILLI)).isEmpty();
    assertThat(schedule.late() + schedule.dropped()).isZero();
  }

  private static SendSchedule schedule(Duration duration, Duration warmUp) {
    return new SendSchedule(
        new Stage(10, duration), new CountedSource(Long.MAX_VALUE), SECOND, warmUp);
  }

  private static List<String> taken(SendSchedule schedule, long... elapsedMillis)
      throws IOException {
    List<String> taken = new ArrayList<>();
    for (long elapsed : elapsedMillis) {
      Optional<SendSchedule.Send> next = schedule.next(elapsed * MILLI);
      next.ifPresent(
          n -> taken.add(n.request().seq() + " due " + n.dueNanos().orElseThrow() / MILLI));
    }
    return taken;
  }

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
