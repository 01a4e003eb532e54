package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import pipeline.server.broker.FakeBroker;
import pipeline.server.broker.OnFakeBroker;
import pipeline.server.broker.PublishResult;

/** The entries that go out as one message, and the order in which their requests are told. */
class PublisherBatchingTest extends OnFakeBroker {

  @Test
  void whatArrivesDuringAConfirmGoesOutAsOneMessage() {
    start(1, 1_000);
    broker.onPublish((channel, tag) -> {});
    Answers first = publish(1);
    await().until(() -> published() == 1);
    Answers others = publish(50);
    broker.onPublish(FakeBroker.FakeChannel::ack);
    ackQuietly(publishingChannels().get(0), 1);
    first.await(1);
    others.await(50);
    assertThat(others.confirmed()).isEqualTo(50);
    assertThat(published()).isEqualTo(2);
  }

  @Test
  void theThreadThatBringsTheConfirmAnswersAndTheNextMessageFollows() {
    start(1, 1_000);
    broker.onPublish((channel, tag) -> {});
    Queue<String> told = new ConcurrentLinkedQueue<>();
    publisher.publish(
        entry(1, 0),
        result -> told.add(Thread.currentThread().getName() + " after " + published()));
    await().until(() -> published() == 1);
    Answers next = publish(2);
    await().until(() -> publisherThread().getState() == Thread.State.TIMED_WAITING);
    ackQuietly(publishingChannels().get(0), 1);
    assertThat(told).containsExactly(Thread.currentThread().getName() + " after 1");
    await().until(() -> published() == 2);
    assertThat(next.all()).isEmpty();
    ackQuietly(publishingChannels().get(0), 2);
    next.await(2);
    assertThat(next.confirmed()).isEqualTo(2);
  }

  @Test
  void theNextLinesOfClientsJustAnsweredGoOutAsOneMessage() {
    start(config(1, 1_000, true, DEADLINE));
    broker.onPublish((channel, tag) -> {});
    publish(1);
    await().until(() -> published() == 1);
    Answers pair = publish(2);
    broker.onPublish(FakeBroker.FakeChannel::ack);
    ackQuietly(publishingChannels().get(0), 1);
    pair.await(2);
    for (int message = 3; message < 20; message++) {
      Answers first = publish(1);
      Answers second = publish(1);
      first.await(1);
      second.await(1);
      assertThat(published()).isEqualTo(message);
    }
  }

  @Test
  void perRequestPublishesAMessageForEach() {
    start(4, 1);
    publish(50).await(50);
    assertThat(published()).isEqualTo(50);
  }

  @Test
  void allRequestsOfAMessageAreToldBeforeTheFirstIsReleased() {
    start(1, 1_000);
    broker.onPublish((channel, tag) -> {});
    publish(1);
    await().until(() -> published() == 1);
    Queue<String> calls = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < 2; i++) {
      publisher.publish(entry(0, i), new RecordedCalls(calls));
    }
    broker.onPublish(FakeBroker.FakeChannel::ack);
    ackQuietly(publishingChannels().get(0), 1);
    await().until(() -> calls.size() == 4);
    assertThat(calls).containsExactly("ended", "ended", "released", "released");
  }

  private record RecordedCalls(Queue<String> calls) implements PublishCallback {
    @Override
    public void ended(PublishResult result) {
      calls.add("ended");
    }

    @Override
    public void released() {
      calls.add("released");
    }
  }
}
