package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.OnRealQueue;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.redis.PrivateRedis;

/** The finished jar with {@code --store}, on a real RabbitMQ and a real Redis. */
@ExtendWith(SharedRedis.class)
class RedisConsumersIT extends OnRealQueue {
  private PrivateRedis redis;

  @BeforeEach
  void emptyRedis(PrivateRedis shared) {
    redis = shared;
  }

  private ChildProcess counting(Path dumped, List<String> jvmOptions, String... more)
      throws IOException {
    String[] args = {"2", "--store", redis.url(), "--dump", dumped.toString(), "--report"};
    return start(jvmOptions, ArrayUtils.addAll(args, more));
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
      // one that is idle does not know whether the other has counted what it was sent
      String lines = new RunKeys(TOPOLOGY.queue()).lines();
      String all = Integer.toString(LINES);
      await()
          .atMost(SOON)
          .until(() -> ready() == 0 && all.equals(redis.ask(asked -> asked.get(lines))));
      one.signal("TERM");
      assertExact(one, LINES);
      other.signal("TERM");
      assertThat(other.await()).as(other.err()).isZero();
      assertThat(otherDump).hasSameTextualContentAs(dump);
      assertThat(one.err()).doesNotContain("may lose counts");
    }
  }
}
