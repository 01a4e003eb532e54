package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import pipeline.consumer.OnRealQueue;
import pipeline.consumer.store.Entries;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.redis.PrivateRedis;

/** A full queue and the heap of deploy/ec2's unit, while Redis does not answer. */
@Tag("long")
@ExtendWith(SharedRedis.class)
class StoreAwayIT extends OnRealQueue {
  /** The number of messages, whose lines in memory would take several times the heap. */
  private static final int MESSAGES = 2_000;

  private static final int AT_ONCE = 100;
  private static final int LINES_EACH = 1_000;
  private static final int ALL = MESSAGES * LINES_EACH;
  private static final Duration LONG = Duration.ofMinutes(2);

  @Test
  void consumptionPausesWithBoundedMemoryAndGoesOnByItself(PrivateRedis redis) throws Exception {
    String[] args = {"2", "--store", redis.url(), "--dump", dump.toString(), "--report"};
    try (ChildProcess consumer = start(memoryOfTheUnit(), args)) {
      consumer.awaitErr("consuming from");
      redis.freeze();
      publishMany();
      consumer.awaitErr("reading pauses");
      redis.kill();
      consumer.awaitErr("counts cannot be made durable");
      assertThat(ready()).isPositive();
      redis.start();
      consumer.awaitErr("reading resumes");
      // messages that are delivered and not counted would go back to the queue at the end
      String lines = new RunKeys(TOPOLOGY.queue()).lines();
      await()
          .atMost(LONG)
          .until(() -> Integer.toString(ALL).equals(redis.ask(asked -> asked.get(lines))));
      consumer.signal("TERM");
      assertThat(consumer.await()).as(consumer.err()).isZero();
      assertThat(consumer.out())
          .contains(String.format(Locale.ROOT, "lines=%d of=? missing=0 ", ALL));
    }
    Map<String, Long> counts = dumped();
    assertThat(counts).hasSize(11).containsEntry("all", (long) ALL);
    assertThat(counts.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(2L * ALL);
  }

  private static void publishMany() throws Exception {
    for (int i = 0; i < MESSAGES; i += AT_ONCE) {
      publish(
          JSON,
          IntStream.range(i, i + AT_ONCE)
              .mapToObj(n -> Entries.message(Entries.range(n * LINES_EACH, (n + 1) * LINES_EACH)))
              .toList());
    }
  }
}
