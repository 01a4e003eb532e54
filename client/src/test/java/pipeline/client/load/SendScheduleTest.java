package pipeline.client.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A schedule sends at its rate, and drops what is more than a second late: here ten sends a second.
 * The times are arguments.
 */
class SendScheduleTest {
  private static final long MILLI = 1_000_000;
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** When sends are taken, which those are and when they were due, all in milliseconds. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # rule                                   | ends | warm-up | taken at         | are               | late | dropped
          due at its time however early it is taken | 9999 | 0    | 0 0 0            | 0@0 1@100 2@200       | 0 | 0
          late sends count from when they were due  | 9999 | 0    | 0 110 211 900    | 0@0 1@100 2@200 3@300 | 2 | 0
          dropped sends leave no gaps in the input  | 9999 | 0    | 0 2050 2050      | 0@0 1@1100 2@1200     | 2 | 10
          what was due before the end is still sent | 300  | 0    | 0 0 700 700      | 0@0 1@100 2@200       | 1 | 0
          the warm-up has no late or dropped sends  | 9999 | 1000 | 50 2250 2250     | 0@0 1@1300 2@1400     | 2 | 3
          """)
  void sendsAreTakenWhenTheyAreDueOrDropped(
      String rule, long ends, long warmUp, String at, String are, long late, long dropped)
      throws IOException {
    SendSchedule schedule =
        new SendSchedule(
            new Stage(10, Duration.ofMillis(ends)),
            Plans.requests(Long.MAX_VALUE),
            SECOND,
            Duration.ofMillis(warmUp));
    assertThat(taken(schedule, at)).isEqualTo(are);
    assertThat(schedule.late()).isEqualTo(late);
    assertThat(schedule.dropped()).isEqualTo(dropped);
  }

  @Test
  void nothingIsDroppedAfterTheEndOfTheInput() throws IOException {
    Stage stage = new Stage(10, Stage.ENDLESS);
    SendSchedule schedule = new SendSchedule(stage, Plans.requests(2), SECOND, Duration.ZERO);

    assertThat(taken(schedule, "0 100 60000")).isEqualTo("0@0 1@100");
    assertThat(schedule.dropped()).isZero();
  }

  private static String taken(SendSchedule schedule, String at) throws IOException {
    List<String> taken = new ArrayList<>();
    for (String millis : at.split(" ", -1)) {
      schedule
          .next(Long.parseLong(millis) * MILLI)
          .ifPresent(n -> taken.add(n.request().seq() + "@" + n.dueNanos().orElseThrow() / MILLI));
    }
    return String.join(" ", taken);
  }

  /** The last row has an odd rate, which does not drift. */
  @ParameterizedTest
  @CsvSource({
    "100, 0, 0",
    "100, 250, 2500000000",
    "0.5, 1, 2000000000",
    "3, 1, 333333333",
    "3, 3, 1000000000",
    "1000000, 1000000000, 1000000000000",
    "333.3, 333300000, 1000000000000000"
  })
  void isDueAtItsPlaceInTheScheduleBeforeWhichTheOthersAreSent(
      double perSecond, long sent, long dueNanos) {
    Stage stage = new Stage(perSecond, Stage.ENDLESS);
    assertThat(stage.dueNanos(sent)).hasValue(dueNanos);
    assertThat(stage.firstAfter(dueNanos)).isEqualTo(sent);
    StepPlan until = Plans.open(1, perSecond, Duration.ofNanos(dueNanos));
    assertThat(until.expectedRequests()).isEqualTo(sent);
    assertThat(until.stage().dueNanos(sent)).isEmpty();
  }

  @Test
  void stagesFollowEachOtherWithoutAPause() {
    Stage slow = new Stage(0.5, Duration.ofSeconds(10));
    Stage fast = new Stage(500, Duration.ofMillis(1_500));
    Stage whole = new Stage(0.5, Stage.ENDLESS);
    LoadShape shape =
        new LoadShape(List.of(8), List.of(), List.of(slow, fast, whole), 10, Duration.ZERO);

    assertThat(shape.steps(100, Stage.ENDLESS))
        .extracting(StepPlan::label, StepPlan::stage, StepPlan::requests, StepPlan::pauseAfter)
        .containsExactly(
            tuple("0.5/s for 10 s", slow, StepPlan.UNLIMITED, false),
            tuple("500/s for 1.5 s", fast, StepPlan.UNLIMITED, false),
            tuple("0.5/s", whole, 1_000L, false));
  }

  @Test
  void aRateWithoutATimeIsSentInPartsNoLongerThanARunMayTake() {
    Duration warmUp = Duration.ofSeconds(1);
    Stage whole = new Stage(0.5, Stage.ENDLESS);

    assertThat(
            new LoadShape(List.of(8), List.of(), List.of(whole), 100, warmUp)
                .steps(10, Duration.ofMinutes(15)))
        .extracting(StepPlan::label, StepPlan::requests, StepPlan::warmUp)
        .containsExactly(
            tuple("0.5/s", 450L, warmUp),
            tuple("0.5/s", 450L, Duration.ZERO),
            tuple("0.5/s", 100L, Duration.ZERO));
  }

  @Test
  void mostThreadsSendWhenAPhaseBeginsBeforeTheOneBeforeHasEnded() {
    List<StepPlan.Phase> leadIn = List.of(new StepPlan.Phase(32, 1_000), new StepPlan.Phase(8, 10));
    List<Stage> stages = List.of(Stage.WHOLE_INPUT);

    assertThat(new LoadShape(List.of(50, 100, 75), leadIn, stages, 1, Duration.ZERO).mostThreads())
        .isEqualTo(140);
  }
}
