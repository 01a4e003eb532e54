package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import pipeline.server.broker.PublishResult;

/** The health of publishing is that of its last message, for a while. */
class PublishHealthTest {
  private final AtomicLong now = new AtomicLong(-5);
  private final PublishHealth health = new PublishHealth(now::get, 10);

  @Test
  void isWellBeforeTheFirstResult() {
    assertThat(health.brokenPart()).isEmpty();
  }

  @Test
  void namesTheLastFailureUntilASuccess() {
    health.ended(PublishResult.failed("full"));
    assertThat(health.brokenPart()).contains("full");
    health.ended(PublishResult.CONFIRMED);
    assertThat(health.brokenPart()).isEmpty();
  }

  @Test
  void forgetsAFailureThatNothingFollowed() {
    health.ended(PublishResult.failed("full"));
    now.addAndGet(9);
    assertThat(health.brokenPart()).isPresent();
    now.addAndGet(1);
    assertThat(health.brokenPart()).isEmpty();
  }
}
