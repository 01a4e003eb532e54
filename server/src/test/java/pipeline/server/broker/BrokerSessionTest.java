package pipeline.server.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.Logged;
import pipeline.server.broker.FakeBroker.FakeChannel;
import pipeline.server.broker.FakeBroker.FakeConnection;

/**
 * A connection and its channels: one is up whenever the broker lets it, no channel is lent that may
 * not be, and each message gets its own confirm, once.
 */
class BrokerSessionTest extends OnFakeBroker {

  /** Borrows a channel whose messages get no confirm by themselves. */
  private ConfirmChannel borrow() throws Exception {
    hold();
    return supervisor.session().orElseThrow().channels().borrowObject();
  }

  private static CompletableFuture<PublishResult> publish(ConfirmChannel channel)
      throws IOException {
    return channel.publish(0, new byte[1]);
  }

  @Test
  void interruptsEndNothing() {
    start(1, 1);
    Thread thread = thread("broker-supervisor");
    try (Logged log = new Logged()) {
      thread.interrupt();
      await().until(() -> log.has("interrupted"));
    }
    broker.current().close("gone");
    awaitSecondSession();
  }

  @Test
  void anEndOfTheConnectionThatNobodyWasToldOfIsNoticed() {
    start(1, 1);
    broker.current().endUnheard();
    awaitSecondSession();
  }

  @Test
  void exhaustedPoolIsARefusalWithinItsWait() throws Exception {
    start(1, 1);
    borrow();
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

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void channelThatFailedToPublishIsNeverUsedAgain(boolean error) {
    start(1, 1);
    FakeConnection first = broker.current();
    broker.onPublish(
        (channel, tag) -> {
          if (error) {
            throw new OutOfMemoryError("on purpose");
          }
          throw new IOException("half a frame");
        });
    assertThat(publish(1).first().reason()).isEqualTo("publishing failed");
    FakeChannel failed =
        first.channels().stream().filter(c -> c.published() > 0).findFirst().orElseThrow();
    heal();
    assertNextIsConfirmed();
    assertThat(failed.published()).isEqualTo(1);
    assertThat(failed.isOpen()).isFalse();
  }

  @Test
  void aChannelWithAnUnansweredMessageIsNotLentAgain() throws Exception {
    start(1, 1);
    ConfirmChannel unanswered = borrow();
    assertThat(publish(unanswered)).isNotDone();
    BrokerSession session = supervisor.session().orElseThrow();
    session.channels().returnObject(unanswered);
    ConfirmChannel next = session.channels().borrowObject();
    assertThat(next).isNotSameAs(unanswered);
    session.channels().returnObject(next);
    assertThat(session.channels().borrowObject()).isSameAs(next);
  }

  @Test
  void confirmsOfOtherMessagesAreIgnoredAndMultipleEndsAllUpToItOnceAndNoLaterOne()
      throws Exception {
    start(1, 1);
    ConfirmChannel channel = borrow();
    FakeChannel confirms = broker.current().channels().get(1);
    CompletableFuture<PublishResult> first = publish(channel);
    confirms.ack(2, false);
    assertThat(first).isNotDone();
    assertThat(channel.isSettled()).isFalse();
    confirms.ack(3, true);
    confirms.nack(1, false);
    assertThat(first).isCompletedWithValue(PublishResult.CONFIRMED);
    assertThat(channel.isSettled()).isTrue();

    CompletableFuture<PublishResult> second = publish(channel);
    confirms.ack(1, true);
    assertThat(second).isNotDone();
    confirms.nack(2, true);
    assertThat(second.join().reason()).contains("nack");
  }

  @Test
  void aReturnIsARefusalBeforeAnAckAndIgnoredAfterANackAsOfQpid() throws Exception {
    start(1, 1);
    ConfirmChannel channel = borrow();
    FakeChannel confirms = broker.current().channels().get(1);
    CompletableFuture<PublishResult> first = publish(channel);
    confirms.giveBack(1, "NO_ROUTE");
    confirms.ack(1, true);
    assertThat(first.join().reason()).contains("NO_ROUTE");

    CompletableFuture<PublishResult> second = publish(channel);
    confirms.nack(2, false);
    confirms.giveBack(2, "NO_ROUTE");
    assertThat(second.join().reason()).contains("nack");
  }
}
