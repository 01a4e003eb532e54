package pipeline.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AnswerWaitTest {
  private static final long LIMIT = 10;

  private final AnswerWait wait = new AnswerWait();

  @Test
  void onlyAWaitExpires() {
    assertThat(wait.expire(1_000, LIMIT)).isFalse();
    assertThat(wait.hasExpired()).isFalse();
  }

  @Test
  void itExpiresOnceAfterTheLimit() {
    wait.begin(100);

    assertThat(wait.expire(110, LIMIT)).isFalse();
    assertThat(wait.expire(111, LIMIT)).isTrue();
    assertThat(wait.expire(112, LIMIT)).isFalse();
    assertThat(wait.hasExpired()).isTrue();
    assertThat(wait.end()).isFalse();
  }

  @Test
  void onceItHasEndedItDoesNotExpire() {
    wait.begin(100);

    assertThat(wait.end()).isTrue();
    assertThat(wait.expire(1_000, LIMIT)).isFalse();
    assertThat(wait.hasExpired()).isFalse();
  }

  /** The clock may begin anywhere, and run over. */
  @Test
  void aClockThatRunsOverMakesNoDifference() {
    wait.begin(Long.MAX_VALUE - 3);

    assertThat(wait.expire(Long.MIN_VALUE + 6, LIMIT)).isFalse();
    assertThat(wait.expire(Long.MIN_VALUE + 7, LIMIT)).isTrue();
  }
}
