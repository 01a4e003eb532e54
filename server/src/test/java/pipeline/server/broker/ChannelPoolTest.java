package pipeline.server.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.pool2.ObjectPool;
import org.junit.jupiter.api.Test;
import pipeline.server.Logged;
import pipeline.wire.amqp.PublishTime;

/** The pool's handling of channels that are closed, broken, missing or not settled. */
class ChannelPoolTest extends OnFakeBroker {

  @Test
  void noChannelLeftIsARefusal() {
    start(1, 1);
    broker.useUpChannels();
    try (Logged log = new Logged()) {
      assertThat(publish(1).first().reason()).isEqualTo("publishing failed");
      assertThat(log.has("no further channel")).isTrue();
    }
  }

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
  void thePoolKeepsItsSizeOverManyFailures() {
    start(2, 1);
    broker.onPublish(
        (channel, tag) -> {
          throw new IOException("no");
        });
    for (int i = 0; i < 3; i++) {
      await().until(() -> supervisor.brokenPart().isEmpty());
      assertThat(publish(2).confirmedOf(2)).isZero();
    }
    heal();
    assertThat(publish(20).confirmedOf(20)).isEqualTo(20);
    // a confirm is told before the channel goes back
    await().until(() -> supervisor.session().orElseThrow().channels().getNumActive() == 0);
  }

  @Test
  void channelThatFailedToPublishIsNeverUsedAgain() {
    start(1, 1);
    AtomicInteger failures = new AtomicInteger();
    broker.onPublish(
        (channel, tag) -> {
          if (failures.getAndIncrement() == 0) {
            throw new IOException("half a frame");
          }
          channel.ack(tag);
        });
    assertThat(publish(1).confirmedOf(1)).isZero();
    await().until(() -> supervisor.brokenPart().isEmpty());
    assertNextIsConfirmed();
    assertThat(publishingChannels()).hasSize(2);
    await().until(() -> !publishingChannels().get(0).isOpen());
  }

  @Test
  void aMessageCarriesWhenItWasPublished() throws Exception {
    start(1, 1);
    long before = PublishTime.nowMicros();
    ConfirmChannel channel = supervisor.session().orElseThrow().channels().borrowObject();
    assertThat(channel.publish(0, new byte[1])).isNotNull();
    assertThat(
            PublishTime.micros(publishingChannels().get(0).sent().remove().getProps())
                .orElseThrow())
        .isBetween(before, PublishTime.nowMicros());
  }

  @Test
  void aChannelWithAnUnansweredMessageIsNotLentAgain() throws Exception {
    start(1, 1);
    hold();
    ObjectPool<ConfirmChannel> channels = supervisor.session().orElseThrow().channels();
    ConfirmChannel unanswered = channels.borrowObject();
    assertThat(unanswered.publish(0, new byte[1])).isNotDone();
    channels.returnObject(unanswered);
    ConfirmChannel next = channels.borrowObject();
    assertThat(next).isNotSameAs(unanswered);
    await().until(() -> !unanswered.isOpen());
    channels.returnObject(next);
    assertThat(channels.borrowObject()).isSameAs(next);
  }
}
