package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import pipeline.server.broker.FakeBroker.FakeChannel;
import pipeline.server.broker.OnFakeBroker;
import pipeline.server.broker.PublishResult;

/**
 * What arrives while a confirm is awaited goes out as one message, and each request is answered
 * exactly once and in time, whatever the broker does.
 */
class GroupCommitPublisherTest extends OnFakeBroker {
  @Test
  void answersAfterTheConfirmOnTheThreadThatBringsIt() {
    start(1, 1_000);
    hold();
    Queue<String> told = new ConcurrentLinkedQueue<>();
    publisher.publish(
        entry(0), result -> told.add(Thread.currentThread().getName() + " after " + published()));
    awaitPublished(1);
    Answers next = publish(2);
    await().until(() -> publisherThread().getState() == Thread.State.TIMED_WAITING);
    assertThat(told).isEmpty();
    publishingChannels().get(0).ack(1);
    assertThat(told).containsExactly(Thread.currentThread().getName() + " after 1");
    awaitPublished(2);
    assertThat(next.all()).isEmpty();
    publishingChannels().get(0).ack(2);
    assertThat(next.confirmedOf(2)).isEqualTo(2);
    assertThat(publisher.brokenPart()).isEmpty();
  }

  @Test
  void whatArrivesDuringAConfirmGoesOutAsOneMessageInWhichAllAreToldBeforeTheFirstIsReleased() {
    start(1, 1_000);
    Answers first = publishHeld();
    Answers others = publish(50);
    Queue<String> calls = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < 2; i++) {
      publisher.publish(entry(i), new RecordedCalls(calls, new ConcurrentLinkedQueue<>()));
    }
    confirm();
    assertThat(first.confirmedOf(1) + others.confirmedOf(50)).isEqualTo(51);
    await().until(() -> calls.size() == 4);
    assertThat(calls).containsExactly("ended", "ended", "released", "released");
    assertThat(published()).isEqualTo(2);
  }

  @Test
  void theNextLinesOfClientsJustAnsweredGoOutAsOneMessage() {
    linger = PATIENCE;
    start(1, 1_000);
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
  void nackIsARefusalAndTheChannelStays() {
    start(1, 1);
    broker.onPublish(FakeChannel::nack);
    assertThat(publish(3).confirmedOf(3)).isZero();
    awaitAtRest();
    assertThat(publisher.brokenPart()).hasValueSatisfying(why -> assertThat(why).contains("nack"));
    // a balancer sends nothing to a server that is broken, so only time can end that
    passDeadline();
    assertThat(publisher.brokenPart()).isEmpty();
    assertThat(publish(1).confirmedOf(1)).isZero();
    broker.onPublish(FakeChannel::ack);
    assertNextIsConfirmed();
    awaitAtRest();
    assertThat(publisher.brokenPart()).isEmpty();
    assertThat(publishingChannels()).hasSize(1);
  }

  /** Stands for a blocked socket write, which only the socket's end frees. */
  private static void hang(FakeChannel channel) throws IOException {
    await().until(() -> !channel.isOpen());
    throw new IOException("socket closed");
  }

  @Test
  void writeThatHangsIsAnsweredInTimeAndAborted() {
    start(1, 1);
    broker.onPublish((channel, tag) -> hang(channel));
    Answers answers = publish(3);
    awaitPublished(1);
    passDeadline();
    assertThat(answers.confirmedOf(3)).isZero();
    broker.onPublish(FakeChannel::ack);
    await().until(() -> broker.connectionsMade() > 1 && supervisor.brokenPart().isEmpty());
    assertNextIsConfirmed();
  }

  @Test
  void blockedBrokerIsARefusalAtOnceForNewAndWaitingRequests() throws Exception {
    start(1, 1);
    hold();
    Answers inFlightAndWaiting = publish(3);
    awaitPublished(1);
    broker.current().block("low on memory");
    assertThat(publish(1).all().peek().reason()).contains("low on memory");
    assertThat(inFlightAndWaiting.confirmedOf(2)).isZero();
    assertThat(inFlightAndWaiting.all())
        .hasSize(2)
        .allSatisfy(waiting -> assertThat(waiting.reason()).contains("low on memory"));
    publishingChannels().get(0).close("no confirm");
    assertThat(inFlightAndWaiting.confirmedOf(3)).isZero();
    awaitAtRest();
    // a blocked broker answers nothing, so it is not asked before it takes messages again
    assertThat(broker.connectionsMade()).isEqualTo(1);
    broker.current().unblock();
    heal();
    assertNextIsConfirmed();
  }

  @Test
  void lostConnectionRefusesWhatWasInFlightAndTheNextSessionStartsAfresh() {
    start(1, 1_000);
    Answers answers = publishHeld();
    FakeChannel old = publishingChannels().get(0);
    broker.current().close("gone");
    assertThat(answers.confirmedOf(1)).isZero();
    await().until(() -> broker.connectionsMade() == 2 && supervisor.brokenPart().isEmpty());
    Answers next = publishHeld();
    old.ack(1);
    assertThat(next.all()).isEmpty();
    confirm();
    assertThat(next.confirmedOf(1)).isEqualTo(1);
  }

  @Test
  void closingRefusesWhatWaitsAndWhatComesLater() {
    start(1, 1);
    hold();
    Answers answers = publish(3);
    awaitPublished(1);
    long start = System.nanoTime();
    publisher.close();
    // the confirm, which never comes, is not waited for until its deadline
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(deadline);
    assertThat(answers.confirmedOf(3)).isZero();
    supervisor.close();
    assertThat(publish(1).all()).containsExactly(PublishResult.STOPPING);
    assertThat(publisher.brokenPart()).contains("the server is stopping");
  }
}
