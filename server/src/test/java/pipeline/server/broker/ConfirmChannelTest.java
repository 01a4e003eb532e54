package pipeline.server.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pipeline.server.broker.FakeBroker.FakeChannel;

/** Each message gets its own confirm, once, whatever the broker says and in whatever order. */
class ConfirmChannelTest extends OnFakeBroker {
  private ConfirmChannel channel;
  private FakeChannel confirms;

  @BeforeEach
  void open() throws Exception {
    start(1, 1);
    hold();
    channel = supervisor.session().orElseThrow().channels().borrowObject();
    confirms = broker.current().channels().get(1);
  }

  private CompletableFuture<PublishResult> publish() throws Exception {
    return channel.publish(0, new byte[1]);
  }

  @Test
  void confirmsOfOtherMessagesAreIgnoredAndMultipleEndsAllUpToItOnceAndNoLaterOne()
      throws Exception {
    CompletableFuture<PublishResult> first = publish();
    confirms.ack(2, false);
    assertThat(first).isNotDone();
    assertThat(channel.isSettled()).isFalse();
    confirms.ack(3, true);
    confirms.nack(1, false);
    assertThat(first).isCompletedWithValue(PublishResult.CONFIRMED);
    assertThat(channel.isSettled()).isTrue();

    CompletableFuture<PublishResult> second = publish();
    confirms.ack(1, true);
    assertThat(second).isNotDone();
    confirms.nack(2, true);
    assertThat(second.join().reason()).contains("nack");
  }

  @Test
  void aReturnIsARefusalBeforeAnAckAndIgnoredAfterANackAsOfQpid() throws Exception {
    CompletableFuture<PublishResult> first = publish();
    confirms.giveBack(1, "NO_ROUTE");
    confirms.ack(1, true);
    assertThat(first.join().reason()).contains("NO_ROUTE");

    CompletableFuture<PublishResult> second = publish();
    confirms.nack(2, false);
    confirms.giveBack(2, "NO_ROUTE");
    assertThat(second.join().reason()).contains("nack");
  }
}
