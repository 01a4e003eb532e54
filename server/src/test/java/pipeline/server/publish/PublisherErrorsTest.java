package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import pipeline.server.Logged;
import pipeline.server.broker.FakeBroker.FakeChannel;
import pipeline.server.broker.OnFakeBroker;
import pipeline.server.broker.PublishResult;

/** Errors inside the publisher end no thread of it, and leave no request without an answer. */
class PublisherErrorsTest extends OnFakeBroker {
  /** Whether the next look of the deadlines' thread at the clock fails. */
  private final AtomicBoolean failing = new AtomicBoolean();

  /** What the publisher's threads do before they look at the clock. */
  private volatile Runnable hanging = () -> {};

  PublisherErrorsTest() {
    clock =
        () -> {
          String thread = Thread.currentThread().getName();
          if (thread.startsWith("publisher-")) {
            hanging.run();
          } else if (thread.startsWith("publish-deadlines") && failing.getAndSet(false)) {
            throw new OutOfMemoryError("on purpose");
          }
          return nanoTime();
        };
  }

  /** Stands for a blocked socket write, which only the socket's end frees. */
  private static void hang(FakeChannel channel) throws IOException {
    await().until(() -> !channel.isOpen());
    throw new IOException("socket closed");
  }

  @Test
  void writeThatHangsIsAnsweredInTimeAndAbortedThoughTheWatchFailedOnce() {
    start(1, 1);
    broker.onPublish((channel, tag) -> hang(channel));
    Answers answers = publish(3);
    awaitPublished(1);
    try (Logged log = new Logged()) {
      failing.set(true);
      String error = "ERROR GroupCommitPublisher: the watch over deadlines failed: on purpose";
      await().until(() -> log.has(error));
    }
    // the publisher thread hangs in the write, so nobody else can end it
    passDeadline();
    assertThat(answers.confirmedOf(3)).isZero();
    broker.onPublish(FakeChannel::ack);
    await().until(() -> broker.connectionsMade() > 1 && supervisor.brokenPart().isEmpty());
    assertNextIsConfirmed();
  }

  @Test
  void aPublisherThreadThatIsInterruptedGoesOn() {
    start(1, 1_000);
    Answers interrupted = publishHeld();
    try (Logged log = new Logged()) {
      publisherThread().interrupt();
      await().until(() -> log.has("interrupted"));
    }
    confirm();
    assertThat(interrupted.confirmedOf(1)).isEqualTo(1);
    assertNextIsConfirmed();
  }

  @Test
  void healthSaysSoWhileNoPublisherThreadWorks() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    start(1, 1);
    hold();
    hanging =
        () -> {
          begun.countDown();
          await().atMost(PATIENCE).until(() -> end.getCount() == 0);
        };
    Answers written = publish(1);
    await().until(() -> begun.getCount() == 0);
    passDeadline();
    assertThat(written.confirmedOf(1)).isZero();
    Answers waiting = publish(1);
    passDeadline();
    assertThat(waiting.confirmedOf(1)).isZero();
    assertThat(supervisor.brokenPart()).isEmpty();
    assertThat(publisher.brokenPart()).isPresent();
    end.countDown();
  }

  @Test
  void errorOfOneAnswerReachesNoOtherAndItsRequestEnds() {
    start(1, 1_000);
    publishHeld();
    // fails for want of room, as an answer does once the container has recycled its request
    Queue<PublishResult> full = new ArrayBlockingQueue<>(1, true, List.of(PublishResult.CONFIRMED));
    Answers failing = new Answers(full, new ConcurrentLinkedQueue<>());
    publisher.publish(entry(0), failing);
    Answers others = publish(2);
    confirm();
    assertThat(others.confirmedOf(2)).isEqualTo(2);
    await().until(() -> failing.calls().contains("released"));
    assertNextIsConfirmed();
  }
}
