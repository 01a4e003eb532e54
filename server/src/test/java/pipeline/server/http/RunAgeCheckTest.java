package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.exchange.HttpError;
import pipeline.wire.identity.RunId;

/** A run is taken by the start that its id tells and by this clock, to the millisecond. */
class RunAgeCheckTest {
  private static final Instant NOW = Instant.parse("2026-11-26T12:00:00.005Z");

  private final RunAgeCheck ages = new RunAgeCheck(NOW::toEpochMilli);

  private static RunId startingAt(Instant start) {
    return RunId.startingAt(start.toEpochMilli(), new SecureRandom());
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
    assertThatThrownBy(() -> ages.check(startingAt(NOW.plus(ahead))))
        .hasMessage(
            "this run's id says that it began "
                + text
                + " by this server's clock, which says 2026-11-26T12:00:00.005Z")
        .isInstanceOfSatisfying(HttpError.class, e -> assertThat(e.status()).isEqualTo(409));
  }
}
