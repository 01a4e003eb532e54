package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.exchange.ErrorCode;
import pipeline.server.exchange.HttpError;
import pipeline.wire.identity.RunId;

/** A run is taken by the start that its id tells and by this clock, to the millisecond. */
class RunAgeCheckTest {
  private static final Instant NOW = Instant.parse("2026-11-26T12:00:00.005Z");
  private static final Duration MILLI = Duration.ofMillis(1);

  private final RunAgeCheck ages = new RunAgeCheck(NOW::toEpochMilli);

  private static RunId startingAt(Instant start) {
    return RunId.startingAt(start.toEpochMilli(), new SecureRandom());
  }

  @Test
  void runsFromThirtyDaysAgoToTenMinutesAheadAreTaken() throws HttpError {
    ages.check(startingAt(NOW.minus(Duration.ofDays(30))));
    ages.check(startingAt(NOW));
    ages.check(startingAt(NOW.plus(Duration.ofMinutes(10))));
  }

  @Test
  void aRunThatBeganAMillisecondEarlierIs409WithBothClocks() {
    RunId old = startingAt(NOW.minus(Duration.ofDays(30)).minus(MILLI));

    assertRefused(
        old,
        "this run's id says that it began at 2026-10-27T12:00:00.004Z, more than 30 days ago by"
            + " this server's clock, which says 2026-11-26T12:00:00.005Z");
  }

  @Test
  void aRunThatBeginsAMillisecondLaterIs409WithBothClocks() {
    RunId ahead = startingAt(NOW.plus(Duration.ofMinutes(10)).plus(MILLI));

    assertRefused(
        ahead,
        "this run's id says that it began at 2026-11-26T12:10:00.006Z, more than 10 minutes ahead"
            + " by this server's clock, which says 2026-11-26T12:00:00.005Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT9M", "-PT9M", "-P29D"})
  void aClockThatIsSoFarWrongTakesARunThatBegins(Duration error) throws HttpError {
    new RunAgeCheck(() -> NOW.minus(error).toEpochMilli()).check(startingAt(NOW));
  }

  @Test
  void aClockThatJumpsRefusesRunsWhileItIsWrongAndTakesThemAgainThen() throws HttpError {
    AtomicReference<Instant> now = new AtomicReference<>(NOW);
    RunAgeCheck jumping = new RunAgeCheck(() -> now.get().toEpochMilli());
    RunId run = startingAt(NOW);
    for (int days : new int[] {-40, 40}) {
      now.set(NOW.plus(Duration.ofDays(days)));
      assertThatThrownBy(() -> jumping.check(run)).hasMessageEndingWith("says " + now.get());
      now.set(NOW);
      jumping.check(run);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"00000000000070008000000000000000", "ffffffffffff7fffbfffffffffffffff"})
  void theFirstAndTheLastStartThatAnIdCanTellAre409(String digits) {
    assertThatThrownBy(() -> ages.check(RunId.parse(digits)))
        .isInstanceOfSatisfying(
            HttpError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.RUN_AGE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00000000000000010000000000000002",
        "019abcdef0124abc8def0123456789ab",
        "019abcdef0127abc4def0123456789ab"
      })
  void anIdThatIsNoUuidOfVersion7Is400AndNamesTheForm(String digits) {
    assertThatThrownBy(() -> ages.check(RunId.parse(digits)))
        .hasMessage("a run is a UUID of version 7 (RFC 9562), written as 32 hex digits")
        .isInstanceOfSatisfying(
            HttpError.class, error -> assertThat(error.status()).isEqualTo(400));
  }

  private void assertRefused(RunId run, String message) {
    assertThatThrownBy(() -> ages.check(run))
        .hasMessage(message)
        .isInstanceOfSatisfying(
            HttpError.class, error -> assertThat(error.status()).isEqualTo(409));
  }
}
