package pipeline.consumer.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RepeatingTimerTest {

  @Test
  void anErrorCostsOneTurn() {
    AtomicInteger turns = new AtomicInteger();
    try (RepeatingTimer timer = new RepeatingTimer("test")) {
      timer.every(
          1,
          () -> {
            if (turns.incrementAndGet() < 3) {
              throw new OutOfMemoryError("on purpose");
            }
          });
      await().until(() -> turns.get() > 4);
    }
  }

  @Test
  void nothingIsDoneAfterAClose() {
    AtomicInteger turns = new AtomicInteger();
    RepeatingTimer timer = new RepeatingTimer("test");
    timer.every(1, turns::incrementAndGet);
    await().until(() -> turns.get() > 0);
    timer.close();
    timer.awaitEnd();
    int done = turns.get();
    await().during(Duration.ofMillis(100)).until(() -> turns.get() == done);
    assertThat(Thread.getAllStackTraces().keySet()).noneMatch(t -> t.getName().equals("test"));
  }
}
