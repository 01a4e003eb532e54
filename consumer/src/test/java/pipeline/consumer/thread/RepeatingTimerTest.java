package pipeline.consumer.thread;

import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tasks go on after an error. */
class RepeatingTimerTest {
  @Test
  void anErrorCostsOneRun() {
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
