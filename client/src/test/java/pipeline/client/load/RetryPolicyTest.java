package pipeline.client.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.http.Outcome;

/** Which attempts are made again, and after which wait. */
class RetryPolicyTest {
  private static final Outcome UNANSWERED = Outcome.unanswered("connection reset");

  private final RetryPolicy shortest =
      new RetryPolicy(RetryPolicy.DEFAULT_MAX_RETRIES, Duration.ofMillis(100), () -> 0.0);
  private final RetryPolicy longest =
      new RetryPolicy(RetryPolicy.DEFAULT_MAX_RETRIES, Duration.ofMillis(100), () -> 1.0);

  @Test
  void backoffDoublesAndEndsAfterFiveRetries() {
    assertThat(IntStream.range(0, 5).mapToLong(i -> millis(longest, i, UNANSWERED)))
        .containsExactly(100L, 200L, 400L, 800L, 1600L);
    assertThat(longest.waitNanos(5, UNANSWERED, true)).isEmpty();
  }

  @Test
  void halfOfTheBackoffIsRandom() {
    assertThat(millis(shortest, 0, UNANSWERED)).isEqualTo(50);
    assertThat(millis(shortest, 4, UNANSWERED)).isEqualTo(800);
  }

  @ParameterizedTest
  @CsvSource({"408 429 500 502 503 504,true", "301 400 404 405 409 413 415,false"})
  void answersThatMayPassLaterAreRetriedAndNoOthers(String statuses, boolean retried) {
    for (String status : statuses.split(" ", -1)) {
      Outcome outcome = refused(Integer.parseInt(status), Duration.ZERO);
      assertThat(shortest.waitNanos(0, outcome, false).isPresent()).as(status).isEqualTo(retried);
    }
  }

  @Test
  void a404IsTriedAgainOnlyWhereTheServerHasAnsweredBefore() {
    Outcome replaced = refused(404, Duration.ZERO);
    assertThat(shortest.waitNanos(0, replaced, true)).isPresent();
    assertThat(shortest.waitNanos(0, replaced, false)).isEmpty();
    assertThat(shortest.waitNanos(0, refused(400, Duration.ZERO), true)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 503})
  void retryAfterIsHonouredUpToItsLimit(int status) {
    assertThat(millis(shortest, 0, refused(status, Duration.ofSeconds(2)))).isEqualTo(2_000);
    assertThat(millis(shortest, 0, refused(status, Duration.ofDays(1))))
        .isEqualTo(RetryPolicy.MAX_RETRY_AFTER.toMillis());
  }

  private static Outcome refused(int status, Duration retryAfter) {
    return Outcome.refused(status, "HTTP " + status, retryAfter);
  }

  private static long millis(RetryPolicy policy, int retries, Outcome outcome) {
    return policy.waitNanos(retries, outcome, false).orElseThrow() / 1_000_000;
  }
}
