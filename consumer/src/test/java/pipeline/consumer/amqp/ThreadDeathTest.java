package pipeline.consumer.amqp;

import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.consumer.thread.RepeatingTimer;

/** An {@code Error}, such as that of a thread that cannot be started, in each lasting thread. */
@Timeout(30)
class ThreadDeathTest extends OnRecordedChannel {
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
