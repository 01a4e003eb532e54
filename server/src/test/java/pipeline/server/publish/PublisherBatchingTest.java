package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import pipeline.server.broker.OnFakeBroker;

/** The entries that go out as one message, and the order in which their requests are told. */
class PublisherBatchingTest extends OnFakeBroker {

  @Test
  void whatArrivesDuringAConfirmGoesOutAsOneMessageInWhichAllAreToldBeforeTheFirstIsReleased() {
    start(1, 1_000);
    Answers first = publishHeld();
    Answers others = publish(50);
    Queue<String> calls = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < 2; i++) {
      publisher.publish(entry(0, i), new RecordedCalls(calls, new ConcurrentLinkedQueue<>()));
    }
    confirm();
    assertThat(first.confirmedOf(1) + others.confirmedOf(50)).isEqualTo(51);
    await().until(() -> calls.size() == 4);
    assertThat(calls).containsExactly("ended", "ended", "released", "released");
    assertThat(published()).isEqualTo(2);
  }

  @Test
  void theThreadThatBringsTheConfirmAnswersAndTheNextMessageFollows() {
    start(1, 1_000);
    hold();
    Queue<String> told = new ConcurrentLinkedQueue<>();
    publisher.publish(
        entry(1, 0),
        result -> told.add(Thread.currentThread().getName() + " after " + published()));
    awaitPublished(1);
    Answers next = publish(2);
    await().until(() -> publisherThread().getState() == Thread.State.TIMED_WAITING);
    publishingChannels().get(0).ack(1);
    assertThat(told).containsExactly(Thread.currentThread().getName() + " after 1");
    awaitPublished(2);
    assertThat(next.all()).isEmpty();
    publishingChannels().get(0).ack(2);
    assertThat(next.confirmedOf(2)).isEqualTo(2);
  }

  @Test
  void theNextLinesOfClientsJustAnsweredGoOutAsOneMessage() {
    start(config(1, 1_000, true, DEADLINE));
    publishHeld();
    Answers pair = publish(2);
    confirm();
    pair.confirmedOf(2);
    for (int message = 3; message < 20; message++) {
      Answers first = publish(1);
      Answers second = publish(1);
      assertThat(first.confirmedOf(1) + second.confirmedOf(1)).isEqualTo(2);
      assertThat(published()).isEqualTo(message);
    }
  }

  @Test
  void perRequestPublishesAMessageForEach() {
    start(4, 1);
    assertThat(publish(50).confirmedOf(50)).isEqualTo(50);
    assertThat(published()).isEqualTo(50);
  }
}
