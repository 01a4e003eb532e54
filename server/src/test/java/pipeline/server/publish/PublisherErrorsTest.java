package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import pipeline.server.Logged;
import pipeline.server.broker.OnFakeBroker;
import pipeline.server.broker.PublishResult;

/** Errors inside the publisher end no thread of it, and leave no request without an answer. */
class PublisherErrorsTest extends OnFakeBroker {
  /** The start of the name of a thread whose next look at the clock fails; empty for none. */
  private final AtomicReference<String> failing = new AtomicReference<>("");

  /** What the publisher's threads do before they look at the clock. */
  private volatile Runnable hanging = () -> {};

  PublisherErrorsTest() {
    clock =
        () -> {
          if (Thread.currentThread().getName().startsWith("publisher-")) {
            hanging.run();
          }
          String name = failing.get();
          if (!name.isEmpty()
              && Thread.currentThread().getName().startsWith(name)
              && failing.compareAndSet(name, "")) {
            throw new OutOfMemoryError("on purpose");
          }
          return nanoTime();
        };
  }

  @Test
  void errorInTheWatchIsLoggedAndTheWatchGoesOn() {
    deadline = DEADLINE;
    start(1, 1);
    broker.onPublish(
        (channel, tag) -> {
          await().until(() -> !channel.isOpen());
          throw new IOException("socket closed");
        });
    try (Logged log = new Logged()) {
      failing.set("publish-deadlines");
      await().until(() -> failing.get().isEmpty());
      // the publisher thread hangs in the write, so nobody else can end it
      assertThat(publish(1).confirmedOf(1)).isZero();
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
    assertThat(publish(1).first().reason()).isEqualTo("publishing failed");
    heal();
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
    CountDownLatch released = new CountDownLatch(1);
    publisher.publish(entry(0), new FailingAnswer(released));
    Answers others = publish(2);
    confirm();
    assertThat(others.confirmedOf(2)).isEqualTo(2);
    await().until(() -> released.getCount() == 0);
    assertNextIsConfirmed();
  }

  /** A callback that fails, as an answer does once the container has recycled its request. */
  private record FailingAnswer(CountDownLatch end) implements Publisher.Callback {
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
