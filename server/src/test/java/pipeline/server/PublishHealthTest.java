package pipeline.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PublishHealthTest {
  private final AtomicLong now = new AtomicLong(-5);
  private final PublishHealth health = new PublishHealth(now::get, 10);

  @Test
  void isWellBeforeTheFirstVerdict() {
    assertThat(health.brokenPart()).isEmpty();
  }

  @Test
  void namesTheLastFailureUntilASuccess() {
    health.ended(Verdict.refused("full"));
    assertThat(health.brokenPart()).contains("full");
    health.ended(Verdict.CONFIRMED);
    assertThat(health.brokenPart()).isEmpty();
  }

  @Test
  void forgetsAFailureThatNothingFollowed() {
    health.ended(Verdict.refused("full"));
    now.addAndGet(9);
    assertThat(health.brokenPart()).isPresent();
    now.addAndGet(1);
    assertThat(health.brokenPart()).isEmpty();
  }
}
