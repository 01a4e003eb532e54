package pipeline.consumer.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.consumer.thread.RepeatingTimer;

/**
 * An {@code Error}, such as that of a thread that cannot be started, ends the process unless its
 * thread can safely try again.
 */
@Timeout(30)
class ThreadDeathTest extends OnRecordedChannel {
  private final AtomicInteger attempts = new AtomicInteger();

  private final class NoThreads extends ConnectionFactory {
    @Override
    public Connection newConnection(String name) {
      attempts.incrementAndGet();
      throw new OutOfMemoryError("unable to create native thread");
    }

    @Override
    public Connection newConnection(ExecutorService executor, String name) {
      return newConnection(name);
    }
  }

  @Test
  void theSubscriptionTriesAgain() {
    try (Subscription subscription =
        new Subscription(frames -> new NoThreads(), () -> {}, context)) {
      subscription.start();
      await().until(() -> attempts.get() >= 3);
    }
    assertThat(crashed.get()).isNull();
  }

  @Test
  void deadLettersAreTriedAgain() {
    consume(new NoThreads());
    deadLetters.start();
    deliverPoison(1);
    await().until(() -> attempts.get() >= 3);
    deadLetters.close();
    assertThat(deadLetters.isEmpty()).isFalse();
    assertThat(crashed.get()).isNull();
  }

  @Test
  void theCommitterEndsTheProcess() {
    Error error = new StackOverflowError("on purpose");
    committer =
        committer(
            () -> {
              throw error;
            },
            () -> true,
            1);
    committer.start();
    await().until(() -> crashed.get() == error);
  }

  @Test
  void anAckThatFailsEndsTheProcess() {
    consumer.ackLater(1); // nothing was delivered
    await().until(() -> crashed.get() != null);
  }

  @Test
  void anErrorCostsATimerOneRun() {
    AtomicInteger runs = new AtomicInteger();
    try (RepeatingTimer timer = new RepeatingTimer("test")) {
      timer.every(
          1,
          () -> {
            if (runs.incrementAndGet() < 3) {
              throw new OutOfMemoryError("on purpose");
            }
          });
      await().until(() -> runs.get() > 4);
    }
  }
}
