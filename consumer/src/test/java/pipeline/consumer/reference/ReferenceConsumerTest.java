package pipeline.consumer.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.commons.lang3.SerializationUtils;
import org.junit.jupiter.api.Test;
import pipeline.consumer.store.CountedStore;

/** The reference design loses counts as the reports do, unless its merges are atomic. */
class ReferenceConsumerTest {
  private static final int MESSAGES = 20_000;
  private static final int THREADS = 4;

  private static final byte[] BODY =
      SerializationUtils.serialize(new HashMap<>(Map.of("a", 1, "b", 2)));

  @Test
  void atomicMergesLoseNothing() throws Exception {
    assertThat(merged(true).totals())
        .isEqualTo(Map.of("a", THREADS * MESSAGES, "b", 2 * THREADS * MESSAGES));
  }

  @Test
  void asReportedTwoThreadsAtAWordLoseCounts() {
    ReferenceConsumer consumer =
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> merged(false), merged -> merged.totals().get("a") < THREADS * MESSAGES);
    assertThat(consumer.lines()).isEqualTo(THREADS * MESSAGES);
  }

  private static ReferenceConsumer merged(boolean atomic) throws Exception {
    ReferenceConsumer consumer =
        new ReferenceConsumer(
            new ReferenceConsumer.Config(THREADS, "wordCount", false, true, 0, atomic));
    Callable<Void> merging =
        () -> {
          for (int i = 0; i < MESSAGES; i++) {
            consumer.merge(BODY);
          }
          return null;
        };
    CountedStore.runAtOnce(Collections.nCopies(THREADS, merging));
    return consumer;
  }
}
