package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import pipeline.server.broker.PublishResult;

/** The health of publishing is that of its last message, for a while. */
class PublishHealthTest {

  @Test
  void namesTheLastFailureUntilASuccessOrUntilNothingFollowedItForAWhile() {
    AtomicLong now = new AtomicLong(-5);
    PublishHealth health = new PublishHealth(now::get, 10);
    assertThat(health.brokenPart()).isEmpty();
    health.ended(PublishResult.failed("full"));
    health.ended(PublishResult.CONFIRMED);
    assertThat(health.brokenPart()).isEmpty();
    health.ended(PublishResult.failed("full"));
    now.addAndGet(9);
    assertThat(health.brokenPart()).contains("full");
    now.addAndGet(1);
    assertThat(health.brokenPart()).isEmpty();
  }
}
