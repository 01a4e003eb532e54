package pipeline.wire.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackoffTest {

  @Test
  void waitsDoubleUpToFiveSecondsAndStartAgainAfterASuccess() {
    Backoff backoff = new Backoff();

    for (long limit : new long[] {100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000}) {
      assertThat(backoff.nextMillis()).isBetween(limit / 2, limit);
    }
    backoff.reset();
    assertThat(backoff.nextMillis()).isBetween(50L, 100L);
  }
}
