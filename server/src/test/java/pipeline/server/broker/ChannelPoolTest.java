package pipeline.server.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The pool's handling of channels that are closed, broken, missing or not settled. */
class ChannelPoolTest extends OnFakeBroker {

  @Test
  void exhaustedPoolIsARefusalWithinItsWait() throws Exception {
    start(1, 1);
    supervisor.session().orElseThrow().channels().borrowObject();
    assertThat(publish(1).first().reason()).contains("publishing failed");
  }

  @Test
  void closedChannelIsReplacedBeforeItIsUsed() {
    start(1, 1);
    assertNextIsConfirmed();
    publishingChannels().get(0).close("closed behind the pool's back");
    assertNextIsConfirmed();
    assertThat(publishingChannels()).hasSize(2);
  }

  @Test
  void channelThatFailedToPublishIsNeverUsedAgain() {
    start(1, 1);
    broker.onPublish(
        (channel, tag) -> {
          throw new IOException("half a frame");
        });
    assertThat(publish(1).confirmedOf(1)).isZero();
    FakeBroker.FakeChannel failed =
        broker.first().channels().stream().filter(c -> c.published() > 0).findFirst().orElseThrow();
    heal();
    assertNextIsConfirmed();
    assertThat(failed.published()).isEqualTo(1);
    assertThat(failed.isOpen()).isFalse();
  }

  @Test
  void aChannelWithAnUnansweredMessageIsNotLentAgain() throws Exception {
    start(1, 1);
    hold();
    BrokerSession session = supervisor.session().orElseThrow();
    ConfirmChannel unanswered = session.channels().borrowObject();
    assertThat(unanswered.publish(0, new byte[1])).isNotDone();
    session.channels().returnObject(unanswered);
    ConfirmChannel next = session.channels().borrowObject();
    assertThat(next).isNotSameAs(unanswered);
    session.channels().returnObject(next);
    assertThat(session.channels().borrowObject()).isSameAs(next);
  }
}
