package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.OnRealQueue;
import pipeline.consumer.store.Entries;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.FreePort;
import pipeline.testkit.redis.PrivateRedis;

/**
 * Consumers that share a Redis count each line once, here finished jars on a real RabbitMQ and a
 * real Redis.
 */
class RedisConsumersIT extends OnRealQueue {
  private static PrivateRedis redis;

  @BeforeAll
  static void startRedis() throws Exception {
    redis = SharedRedis.started();
  }

  @BeforeEach
  void emptyRedis() throws IOException {
    redis.flush();
  }

  private ChildProcess counting(Path dumped, List<String> jvmOptions, String... more)
      throws IOException {
    String[] args = {"2", "--store", redis.url(), "--dump", dumped.toString(), "--report"};
    return start(jvmOptions, ArrayUtils.addAll(args, more));
  }

  /**
   * Waits until all lines are counted. A consumer that is idle does not know whether another has
   * counted what it was sent.
   */
  private void awaitCounted(int lines) {
    String key = new RunKeys(TOPOLOGY.queue()).lines();
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> Integer.toString(lines).equals(redis.ask(asked -> asked.get(key))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ckpt.beforeCommit:2", "ckpt.committed:1", "con.beforeAck:1"})
  void oneIsKilledAnywhereAndTwoGoOn(String crash) throws Exception {
    publishLines(0, LINES);
    try (ChildProcess killed =
        counting(dump, withFaults(crash), "--prefetch", "60", "--commit-interval", "5")) {
      assertThat(killed.await()).as(killed.err()).isEqualTo(137);
    }
    Path otherDump = temp.resolve("other.tsv");
    try (ChildProcess one = counting(dump, List.of(), "--prefetch", "5");
        ChildProcess other = counting(otherDump, List.of(), "--prefetch", "5")) {
      one.awaitErr("consuming from");
      other.awaitErr("consuming from");
      publishLines(0, LINES);
      awaitDelivered();
      awaitCounted(LINES);
      one.signal("TERM");
      assertExact(one, LINES);
      other.signal("TERM");
      assertThat(other.await()).as(other.err()).isZero();
      assertThat(otherDump).hasSameTextualContentAs(dump);
      assertThat(one.err()).doesNotContain("may lose counts");
    }
  }

  @Test
  @Tag("long")
  void wordsBeyondTheHeapAreCountedShownAndDumped() throws Exception {
    int port = FreePort.find();
    publishNewWords(1_000, 100, 1_000);
    try (ChildProcess consumer =
        counting(dump, SMALL_HEAP, "--prefetch", "10", "--http", Integer.toString(port))) {
      awaitCounted(1_000);
      assertThat(get(port, "/counts?top=1").body()).contains("\"distinct\":100000,");
      awaitAcked();
      consumer.signal("TERM");
      assertNewWords(consumer);
    }
  }

  /** The lines of the full queue would take several times the heap of deploy/ec2's unit. */
  @Test
  @Tag("long")
  void whileRedisDoesNotAnswerConsumptionPausesAndThenGoesOnByItself() throws Exception {
    int messages = 2_000;
    int each = 1_000;
    try (ChildProcess consumer = counting(dump, memoryOfTheUnit())) {
      consumer.awaitErr("consuming from");
      redis.freeze();
      for (int i = 0; i < messages; i += 100) {
        publish(
            JSON,
            IntStream.range(i, i + 100)
                .mapToObj(n -> Entries.message(Entries.range(n * each, (n + 1) * each)))
                .toList());
      }
      consumer.awaitErr("reading pauses");
      redis.kill();
      consumer.awaitErr("counts cannot be made durable");
      assertThat(ready()).isPositive();
      redis.start();
      consumer.awaitErr("reading resumes");
      awaitCounted(messages * each);
      consumer.signal("TERM");
      assertExact(consumer, messages * each);
    }
  }
}
