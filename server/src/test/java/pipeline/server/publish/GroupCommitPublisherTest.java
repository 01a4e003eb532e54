package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import pipeline.server.broker.FakeBroker;
import pipeline.server.broker.OnFakeBroker;
import pipeline.server.broker.PublishResult;

/** Each request is answered exactly once and in time, whatever the broker does. */
class GroupCommitPublisherTest extends OnFakeBroker {

  @Test
  void answersAfterTheConfirm() {
    start(1, 1_000);
    Answers answers = publishHeld();
    assertThat(answers.all()).isEmpty();
    confirm();
    assertThat(answers.confirmedOf(1)).isEqualTo(1);
    assertThat(publisher.brokenPart()).isEmpty();
  }

  @Test
  void nackIsARefusalAndTheChannelStays() {
    start(1, 1);
    broker.onPublish(FakeBroker.FakeChannel::nack);
    assertThat(publish(3).confirmedOf(3)).isZero();
    assertThat(publisher.brokenPart()).hasValueSatisfying(why -> assertThat(why).contains("nack"));
    broker.onPublish(FakeBroker.FakeChannel::ack);
    assertNextIsConfirmed();
    assertThat(publisher.brokenPart()).isEmpty();
    assertThat(publishingChannels()).hasSize(1);
  }

  @Test
  void returnIsARefusalAndTheTopologyIsDeclaredAgain() {
    start(1, 1);
    int before = broker.current().declarations();
    broker.onPublish(
        (channel, tag) -> {
          channel.giveBack(tag);
          channel.ack(tag);
        });
    assertThat(publish(1).confirmedOf(1)).isZero();
    await().until(() -> broker.current().declarations() > before);
  }

  @Test
  void confirmThatNeverComesIsARefusalInTimeAndTheChannelIsDestroyed() {
    start(1, 1_000);
    List<Runnable> late = new ArrayList<>();
    broker.onPublish((channel, tag) -> late.add(() -> channel.ack(tag)));
    long start = System.nanoTime();
    Answers answers = publish(5);
    assertThat(answers.confirmedOf(5)).isZero();
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(DEADLINE, DEADLINE.multipliedBy(3));
    await().until(() -> publishingChannels().stream().noneMatch(FakeBroker.FakeChannel::isOpen));
    late.forEach(Runnable::run);
    broker.onPublish(FakeBroker.FakeChannel::ack);
    await().until(() -> publisher.brokenPart().isEmpty() || publish(1).confirmedOf(1) == 1);
    assertThat(answers.all()).hasSize(5);
  }

  /** Stands for a blocked socket write, which only the socket's end frees. */
  private static void hang(FakeBroker.FakeChannel channel) throws IOException {
    await().until(() -> !channel.isOpen());
    throw new IOException("socket closed");
  }

  @Test
  void writeThatHangsIsAnsweredInTimeAndAborted() {
    start(1, 1);
    broker.onPublish((channel, tag) -> hang(channel));
    assertThat(publish(3).confirmedOf(3)).isZero();
    assertThat(published()).isPositive();
    broker.onPublish(FakeBroker.FakeChannel::ack);
    await().until(() -> broker.connectionsMade() > 1 && supervisor.brokenPart().isEmpty());
    assertNextIsConfirmed();
  }

  @Test
  void confirmedBatchIsAnsweredWhileTheNextWriteHangs() {
    start(1, 1);
    AtomicInteger published = new AtomicInteger();
    broker.onPublish(
        (channel, tag) -> {
          if (published.getAndIncrement() == 0) {
            channel.ack(tag);
          } else {
            hang(channel);
          }
        });
    Answers answers = publish(2);
    assertThat(answers.confirmedOf(1)).isEqualTo(1);
    assertThat(answers.confirmedOf(2)).isEqualTo(1);
  }

  @Test
  void blockedBrokerIsARefusalAtOnceForNewAndWaitingRequests() throws Exception {
    start(1, 1);
    hold();
    Answers inFlightAndWaiting = publish(3);
    awaitPublished(1);
    broker.current().block("low on memory");
    assertThat(publish(1).all().peek().reason()).contains("low on memory");
    assertThat(inFlightAndWaiting.reason()).contains("low on memory");
    assertThat(inFlightAndWaiting.confirmedOf(3)).isZero();
    broker.onPublish(FakeBroker.FakeChannel::ack);
    broker.current().unblock();
    assertNextIsConfirmed();
    assertThat(broker.connectionsMade()).isEqualTo(1);
  }

  @Test
  void lostConnectionRefusesWhatWasInFlightAndTheNextSessionStartsAfresh() {
    start(1, 1_000);
    hold();
    Answers answers = publish(3);
    awaitPublished(1);
    FakeBroker.FakeChannel old = publishingChannels().get(0);
    broker.current().close("gone");
    assertThat(answers.confirmedOf(3)).isZero();
    await().until(() -> supervisor.brokenPart().isEmpty());
    Answers next = publish(1);
    await().until(() -> publishingChannels().size() == 1);
    old.ack(1);
    assertThat(next.all()).isEmpty();
    confirm();
    assertThat(next.confirmedOf(1)).isEqualTo(1);
  }

  @Test
  void fullQueueIsARefusalAtOnce() {
    start(1, 1);
    hold();
    assertThat(publish(102).all().peek().reason()).contains("too many");
  }

  @Test
  void closingRefusesWhatWaitsAndWhatComesLaterAndEndsTheThreads() {
    start(1, 1);
    hold();
    Answers answers = publish(3);
    awaitPublished(1);
    long start = System.nanoTime();
    publisher.close();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
    assertThat(answers.confirmedOf(3)).isZero();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("publisher-"));
    assertThat(publish(1).all()).containsExactly(PublishResult.STOPPING);
    supervisor.close();
    assertThat(publish(1).all()).containsExactly(PublishResult.STOPPING);
    assertThat(publisher.brokenPart()).contains("the server is stopping");
  }

  @Test
  void withoutConfirmsTheAnswerFollowsTheWrite() {
    start(config(1, 1, false));
    hold();
    assertThat(publish(3).confirmedOf(3)).isEqualTo(3);
  }
}
