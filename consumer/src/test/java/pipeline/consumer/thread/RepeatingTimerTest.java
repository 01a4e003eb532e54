package pipeline.consumer.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tasks go on after an error, and end with the timer. */
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

  @Test
  void nothingIsDoneAfterAClose() {
    AtomicInteger runs = new AtomicInteger();
    RepeatingTimer timer = new RepeatingTimer("test");
    timer.every(1, runs::incrementAndGet);
    await().until(() -> runs.get() > 0);
    timer.close();
    int done = runs.get();
    await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().equals("test")));
    assertThat(runs).hasValue(done);
  }
}
