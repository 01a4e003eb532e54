package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import pipeline.server.Logged;
import pipeline.server.broker.FakeBroker;
import pipeline.server.broker.OnFakeBroker;
import pipeline.server.broker.PublishResult;

/** How each request is answered exactly once and in time, whatever the broker does. */
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
  void theBrokerHasTheNextMessageBeforeTheLastOneIsAnsweredIfAsManyWait() {
    start(1, 1_000);
    broker.onPublish((channel, tag) -> {});
    ConcurrentLinkedQueue<Long> messagesWhenTold = new ConcurrentLinkedQueue<>();
    publisher.publish(entry(1, 0), result -> messagesWhenTold.add(published()));
    await().until(() -> published() == 1);
    Answers next = publish(2);
    ackQuietly(publishingChannels().get(0), 1);
    await().until(() -> published() == 2);
    await().until(() -> !messagesWhenTold.isEmpty());
    assertThat(messagesWhenTold).containsExactly(2L);
    assertThat(next.all()).isEmpty();
    ackQuietly(publishingChannels().get(0), 2);
    next.await(2);
    assertThat(next.confirmed()).isEqualTo(2);
  }

  @Test
  void fewerThanWereConfirmedWaitForTheirAnswers() {
    start(1, 2);
    broker.onPublish((channel, tag) -> {});
    ConcurrentLinkedQueue<Long> messagesWhenTold = new ConcurrentLinkedQueue<>();
    publisher.publish(entry(1, 0), result -> {});
    await().until(() -> published() == 1);
    for (int line = 0; line < 3; line++) {
      publisher.publish(entry(2, line), result -> messagesWhenTold.add(published()));
    }
    ackQuietly(publishingChannels().get(0), 1);
    await().until(() -> published() == 2);
    ackQuietly(publishingChannels().get(0), 2);
    await().until(() -> published() == 3);
    assertThat(messagesWhenTold).containsExactly(2L, 2L);
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
  void writeThatHangsIsAnsweredInTimeAndCutFree() {
    start(1, 1);
    CountDownLatch hanging = new CountDownLatch(1);
    broker.onPublish(
        (channel, tag) -> {
          hanging.countDown();
          // as a blocked socket write: nothing but the socket's end frees it
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
  void errorInTheWatchIsLoggedAndTheWatchGoesOn() {
    AtomicBoolean failing = new AtomicBoolean();
    clock =
        () -> {
          if (Thread.currentThread().getName().startsWith("test-deadlines")
              && failing.compareAndSet(true, false)) {
            throw new OutOfMemoryError("on purpose");
          }
          return System.nanoTime();
        };
    start(1, 1);
    broker.onPublish(
        (channel, tag) -> {
          await().until(() -> !channel.isOpen());
          throw new IOException("socket closed");
        });
    try (Logged log = new Logged()) {
      failing.set(true);
      await().until(() -> !failing.get());
      // the publisher thread hangs in the write, so nobody else can end it
      publish(1).await(1);
      assertThat(log.lines())
          .contains("ERROR GroupCommitPublisher: the watch over deadlines failed: on purpose");
    }
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
  void lostConnectionRefusesWhatWasInFlightAndTheNextGenerationStartsAfresh() {
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
  void errorOfOneBatchIsARefusalAndTheThreadGoesOn() {
    start(1, 1);
    broker.onPublish(
        (channel, tag) -> {
          throw new OutOfMemoryError("on purpose");
        });
    Answers refused = publish(1);
    refused.await(1);
    assertThat(refused.all().peek().reason()).isEqualTo("publishing failed");
    broker.onPublish(FakeBroker.FakeChannel::ack);
    await().until(() -> supervisor.brokenPart().isEmpty());
    Answers next = publish(1);
    next.await(1);
    assertThat(next.confirmed()).isEqualTo(1);
    assertThat(publishingChannels().stream().filter(FakeBroker.FakeChannel::isOpen)).hasSize(1);
  }

  @Test
  void aPublisherThreadThatIsInterruptedGoesOn() {
    start(1, 1_000);
    broker.onPublish((channel, tag) -> {});
    Answers interrupted = publish(1);
    await().until(() -> published() == 1);
    Thread publisherThread =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("publisher-"))
            .findFirst()
            .orElseThrow();
    try (Logged log = new Logged()) {
      publisherThread.interrupt();
      await().until(() -> log.lines().stream().anyMatch(line -> line.contains("interrupted")));
    }
    broker.onPublish(FakeBroker.FakeChannel::ack);
    ackQuietly(publishingChannels().get(0), 1);
    interrupted.await(1);
    assertThat(interrupted.confirmed()).isEqualTo(1);
    assertThat(publish(1).confirmedSoon()).isTrue();
  }

  @Test
  void errorWhileAConfirmIsAwaitedIsARefusalAndLosesNoChannel() {
    AtomicBoolean failing = new AtomicBoolean();
    clock =
        () -> {
          if (Thread.currentThread().getName().startsWith("publisher-")
              && failing.compareAndSet(true, false)) {
            throw new OutOfMemoryError("on purpose");
          }
          return System.nanoTime();
        };
    start(1, 1);
    failing.set(true);
    Answers refused = publish(1);
    refused.await(1);
    assertThat(refused.all().peek().reason()).isEqualTo("publishing failed");
    await().until(() -> supervisor.brokenPart().isEmpty());
    assertThat(publish(1).confirmedSoon()).isTrue();
    assertThat(supervisor.session().orElseThrow().channels().getNumActive()).isZero();
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

  @Test
  void errorOfOneAnswerReachesNoOtherAndItsRequestEnds() {
    start(1, 1_000);
    broker.onPublish((channel, tag) -> {});
    publish(1);
    await().until(() -> published() == 1);
    CountDownLatch finished = new CountDownLatch(1);
    publisher.publish(entry(1, 0), new FailingAnswer(finished));
    Answers others = publish(2);
    broker.onPublish(FakeBroker.FakeChannel::ack);
    ackQuietly(publishingChannels().get(0), 1);
    others.await(2);
    await().until(() -> finished.getCount() == 0);
    assertThat(publish(1).confirmedSoon()).isTrue();
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
  void withoutConfirmsTheAnswerFollowsTheWrite() {
    start(config(1, 1, false));
    broker.onPublish((channel, tag) -> {});
    Answers answers = publish(3);
    answers.await(3);
    assertThat(answers.confirmed()).isEqualTo(3);
  }

  /** As the container's when it has recycled a request. */
  private record FailingAnswer(CountDownLatch end) implements PublishCallback {
    @Override
    public void ended(PublishResult result) {
      throw new IllegalArgumentException("on purpose");
    }

    @Override
    public void released() {
      end.countDown();
    }
  }
}
