package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
    broker.onPublish((channel, tag) -> {});
    Answers answers = publish(1);
    await().until(() -> broker.current().channels().stream().anyMatch(c -> c.published() == 1));
    assertThat(answers.all()).isEmpty();
    ackQuietly(publishingChannels().get(0), 1);
    answers.await(1);
    assertThat(answers.confirmed()).isEqualTo(1);
    assertThat(publisher.brokenPart()).isEmpty();
  }

  @Test
  void nackIsARefusalAndTheChannelStays() {
    start(1, 1);
    broker.onPublish(FakeBroker.FakeChannel::nack);
    Answers answers = publish(3);
    answers.await(3);
    assertThat(answers.confirmed()).isZero();
    assertThat(publisher.brokenPart()).hasValueSatisfying(why -> assertThat(why).contains("nack"));
    broker.onPublish(FakeBroker.FakeChannel::ack);
    publish(1).await(1);
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
    Answers answers = publish(1);
    answers.await(1);
    assertThat(answers.confirmed()).isZero();
    await().until(() -> broker.current().declarations() > before);
  }

  @Test
  void confirmThatNeverComesIsARefusalInTimeAndTheChannelIsDestroyed() {
    start(1, 1_000);
    List<Runnable> late = new ArrayList<>();
    broker.onPublish((channel, tag) -> late.add(() -> ackQuietly(channel, tag)));
    long start = System.nanoTime();
    Answers answers = publish(5);
    answers.await(5);
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(DEADLINE.toNanos());
    assertThat(System.nanoTime() - start).isLessThan(3 * DEADLINE.toNanos());
    assertThat(answers.confirmed()).isZero();
    await().until(() -> publishingChannels().stream().noneMatch(FakeBroker.FakeChannel::isOpen));
    late.forEach(Runnable::run);
    broker.onPublish(FakeBroker.FakeChannel::ack);
    await().until(() -> publisher.brokenPart().isEmpty() || publish(1).confirmedSoon());
    assertThat(answers.all()).hasSize(5);
  }

  @Test
  void writeThatHangsIsAnsweredInTimeAndAborted() {
    start(1, 1);
    CountDownLatch hanging = new CountDownLatch(1);
    broker.onPublish(
        (channel, tag) -> {
          hanging.countDown();
          // this stands for a blocked socket write, which only the socket's end frees
          await().until(() -> !channel.isOpen());
          throw new IOException("socket closed");
        });
    Answers answers = publish(3);
    answers.await(3);
    assertThat(hanging.getCount()).isZero();
    assertThat(answers.confirmed()).isZero();
    broker.onPublish(FakeBroker.FakeChannel::ack);
    await().until(() -> broker.connectionsMade() > 1 && supervisor.brokenPart().isEmpty());
    Answers next = publish(1);
    next.await(1);
    assertThat(next.confirmed()).isEqualTo(1);
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
            await().until(() -> !channel.isOpen());
            throw new IOException("socket closed");
          }
        });
    Answers answers = publish(2);
    answers.await(1);
    assertThat(answers.confirmed()).isEqualTo(1);
    answers.await(2);
    assertThat(answers.confirmed()).isEqualTo(1);
  }

  @Test
  void blockedBrokerIsARefusalAtOnceForNewAndWaitingRequests() throws Exception {
    start(1, 1);
    broker.onPublish((channel, tag) -> {});
    Answers inFlightAndWaiting = publish(3);
    await().until(() -> published() == 1);
    broker.current().block("low on memory");
    Answers refused = publish(1);
    assertThat(refused.all().peek().reason()).contains("low on memory");
    inFlightAndWaiting.await(2);
    assertThat(inFlightAndWaiting.all()).allMatch(v -> v.reason().contains("low on memory"));
    inFlightAndWaiting.await(3);
    broker.onPublish(FakeBroker.FakeChannel::ack);
    broker.current().unblock();
    Answers next = publish(1);
    next.await(1);
    assertThat(next.confirmed()).isEqualTo(1);
    assertThat(broker.connectionsMade()).isEqualTo(1);
  }

  @Test
  void lostConnectionRefusesWhatWasInFlightAndTheNextSessionStartsAfresh() {
    start(1, 1_000);
    broker.onPublish((channel, tag) -> {});
    Answers answers = publish(3);
    await().until(() -> published() == 1);
    FakeBroker.FakeChannel old = publishingChannels().get(0);
    broker.current().close("gone");
    answers.await(3);
    assertThat(answers.confirmed()).isZero();
    await().until(() -> supervisor.brokenPart().isEmpty());
    Answers next = publish(1);
    await().until(() -> publishingChannels().size() == 1);
    ackQuietly(old, 1);
    assertThat(next.all()).isEmpty();
    ackQuietly(publishingChannels().get(0), 1);
    next.await(1);
    assertThat(next.confirmed()).isEqualTo(1);
  }

  @Test
  void fullQueueIsARefusalAtOnce() {
    start(1, 1);
    broker.onPublish((channel, tag) -> {});
    Answers answers = publish(102);
    assertThat(answers.all()).isNotEmpty();
    assertThat(answers.all().peek().reason()).contains("too many");
  }

  @Test
  void closingRefusesWhatWaitsAndEndsTheThreads() {
    start(1, 1);
    broker.onPublish((channel, tag) -> {});
    Answers answers = publish(3);
    await().until(() -> published() == 1);
    long start = System.nanoTime();
    publisher.close();
    assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)).isLessThan(3_000);
    answers.await(3);
    assertThat(answers.confirmed()).isZero();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("publisher-"));
  }

  @Test
  void whatComesAfterTheCloseIsToldThatTheServerStops() {
    start(1, 1);
    publisher.close();
    Answers answers = publish(1);
    supervisor.close();
    publish(answers, 1);
    assertThat(answers.all()).containsExactly(PublishResult.STOPPING, PublishResult.STOPPING);
    assertThat(publisher.brokenPart()).contains("the server is stopping");
  }

  @Test
  void withoutConfirmsTheAnswerFollowsTheWrite() {
    start(config(1, 1, false));
    broker.onPublish((channel, tag) -> {});
    Answers answers = publish(3);
    answers.await(3);
    assertThat(answers.confirmed()).isEqualTo(3);
  }
}
