package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import pipeline.server.Logged;
import pipeline.server.broker.FakeBroker;
import pipeline.server.broker.OnFakeBroker;
import pipeline.server.broker.PublishResult;

/** Errors inside the publisher end no thread of it, and leave no request without an answer. */
class PublisherErrorsTest extends OnFakeBroker {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

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
    startPatiently();
    broker.onPublish((channel, tag) -> {});
    Answers interrupted = publish(1);
    await().until(() -> published() == 1);
    try (Logged log = new Logged()) {
      publisherThread().interrupt();
      await().until(() -> log.lines().stream().anyMatch(line -> line.contains("interrupted")));
    }
    broker.onPublish(FakeBroker.FakeChannel::ack);
    ackQuietly(publishingChannels().get(0), 1);
    interrupted.await(1);
    assertThat(interrupted.confirmed()).isEqualTo(1);
    assertThat(publish(1).confirmedSoon()).isTrue();
  }

  @Test
  void healthSaysSoWhileNoPublisherThreadWorks() {
    CountDownLatch end = new CountDownLatch(1);
    AtomicBoolean hanging = new AtomicBoolean();
    clock =
        () -> {
          if (Thread.currentThread().getName().startsWith("publisher-") && hanging.get()) {
            await().atMost(PATIENCE).until(() -> end.getCount() == 0);
          }
          return System.nanoTime();
        };
    start(1, 1);
    broker.onPublish((channel, tag) -> {});
    hanging.set(true);
    publish(1).await(1);
    publish(1).await(1);
    assertThat(supervisor.brokenPart()).isEmpty();
    assertThat(publisher.brokenPart()).isPresent();
    end.countDown();
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
    broker.onPublish((channel, tag) -> {});
    failing.set(true);
    Answers refused = publish(1);
    refused.await(1);
    assertThat(refused.all().peek().reason()).isEqualTo("publishing failed");
    broker.onPublish(FakeBroker.FakeChannel::ack);
    await().until(() -> supervisor.brokenPart().isEmpty());
    assertThat(publish(1).confirmedSoon()).isTrue();
    // a confirm is told before the channel goes back
    await().until(() -> supervisor.session().orElseThrow().channels().getNumActive() == 0);
  }

  @Test
  void errorOfOneAnswerReachesNoOtherAndItsRequestEnds() {
    startPatiently();
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

  /**
   * Starts with a deadline that does not pass between two steps of a test, even on a busy machine.
   */
  private void startPatiently() {
    start(config(1, 1_000, true, Duration.ZERO, PATIENCE));
  }

  /** A callback that fails, as an answer does once the container has recycled its request. */
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
