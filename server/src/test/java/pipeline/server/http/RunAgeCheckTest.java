package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.exchange.HttpError;
import pipeline.wire.identity.RunId;

/** A run is taken by the start that its id tells and by this clock, to the millisecond. */
class RunAgeCheckTest {
  private static final Instant NOW = Instant.parse("2026-11-26T12:00:00.005Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
  private final RunAgeCheck ages = new RunAgeCheck(() -> now.get().toEpochMilli());

  private static RunId startingAt(Instant start) {
    return RunId.startingAt(start.toEpochMilli(), new SecureRandom());
  }

  private void assertRefused(int status, RunId run, String message) {
    assertThatThrownBy(() -> ages.check(run))
        .hasMessageContaining(message)
        .isInstanceOfSatisfying(
            HttpError.class, error -> assertThat(error.status()).isEqualTo(status));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-P30D", "-P29D", "-PT9M", "PT0S", "PT9M", "PT10M"})
  void runsFromThirtyDaysAgoToTenMinutesAheadAreTaken(Duration ahead) throws HttpError {
    ages.check(startingAt(NOW.plus(ahead)));
  }

  @ParameterizedTest
  @CsvSource({
    "-PT720H0.001S, 'at 2026-10-27T12:00:00.004Z, more than 30 days ago'",
    "PT10M0.001S, 'at 2026-11-26T12:10:00.006Z, more than 10 minutes ahead'"
  })
  void aRunThatBeganAMillisecondEarlierOrBeginsOneLaterIs409WithBothClocks(
      Duration ahead, String text) {
    assertRefused(
        409,
        startingAt(NOW.plus(ahead)),
        "this run's id says that it began "
            + text
            + " by this server's clock, which says 2026-11-26T12:00:00.005Z");
  }

  @ParameterizedTest
  @ValueSource(ints = {-40, 40})
  void aClockThatJumpsRefusesRunsWhileItIsWrongAndTakesThemAgainThen(int days) throws HttpError {
    RunId run = startingAt(NOW);
    now.set(NOW.plus(Duration.ofDays(days)));
    assertRefused(409, run, "says " + now.get());
    now.set(NOW);
    ages.check(run);
  }

  @ParameterizedTest
  @ValueSource(strings = {"00000000000070008000000000000000", "ffffffffffff7fffbfffffffffffffff"})
  void theFirstAndTheLastStartThatAnIdCanTellAre409(String digits) {
    assertRefused(409, RunId.parse(digits), "this run's id says");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00000000000000010000000000000002",
        "019abcdef0124abc8def0123456789ab",
        "019abcdef0127abc4def0123456789ab"
      })
  void anIdThatIsNoUuidOfVersion7Is400AndNamesTheForm(String digits) {
    assertRefused(
        400,
        RunId.parse(digits),
        "a run is a UUID of version 7 (RFC 9562), written as 32 hex digits");
  }
}
