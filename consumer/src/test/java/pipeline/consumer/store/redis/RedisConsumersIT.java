package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static pipeline.consumer.store.Payloads.swipe;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.OnRealQueue;
import pipeline.consumer.store.Payloads;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.redis.PrivateRedis;
import pipeline.wire.amqp.Topology;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

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

  @Test
  void redisDiesUnderTwoConsumersAndComesBack() throws Exception {
    Path otherDump = temp.resolve("other.tsv");
    try (ChildProcess one = counting(dump, List.of(), "--prefetch", "20");
        ChildProcess other = counting(otherDump, List.of(), "--prefetch", "20")) {
      one.awaitErr("consuming from");
      other.awaitErr("consuming from");
      publishLines(0, LINES / 2);
      redis.kill();
      publishLines(0, LINES);
      one.awaitErr("nothing is acked");
      other.awaitErr("nothing is acked");
      assertThat(ready()).isPositive();
      redis.start();
      one.awaitErr("acks resume");
      other.awaitErr("acks resume");
      awaitDelivered();
      one.signal("TERM");
      assertThat(one.await()).as(one.err()).isZero();
      other.signal("TERM");
      assertThat(other.await()).as(other.err()).isZero();
      assertThat(dumped(otherDump)).isEqualTo(countsOf(LINES));
      assertThat(ready()).isZero();
    }
  }

  @Test
  void everySwipeIsCountedByOneConsumerAndRememberedByTheOther() throws Exception {
    publishSwipes();
    assertThat(swiped("swipe-counts", "swipes=3 likes=2 dislikes=1\ntotal runs=1 lines=3 "))
        .isEqualTo(Map.of("Likes:17", 2L, "Dislikes:18", 1L));
    assertThat(swiped("swipe-matches", "swipes=3 swipers=2 matches=1\ntotal runs=1 lines=3 "))
        .isEqualTo(Map.of("Swipers/17", 1L, "Swipers/18", 1L, "Swiper:17/4711", 1L));
  }

  private static void publishSwipes() throws Exception {
    Topology swipes = Topology.of(Workload.SWIPES, new Settings(Map.of(), new Properties()));
    try (Connection connection = rabbit.connect();
        Channel channel = connection.createChannel()) {
      swipes.declare(connection);
      channel.confirmSelect();
      for (var swipe :
          List.of(swipe(0, true, 17, 4711), swipe(1, true, 17, 4711), swipe(2, false, 18, 5))) {
        channel.basicPublish(
            swipes.exchange(), swipes.routingKey(0), JSON, Payloads.swipeMessage(swipe));
      }
      channel.waitForConfirmsOrDie(30_000);
    }
  }

  private Map<String, Long> swiped(String workload, String printed) throws Exception {
    try (ChildProcess consumer =
        counting(dump, List.of(), "--workload", workload, "--until-idle", "1")) {
      assertThat(consumer.await()).as(consumer.err()).isZero();
      assertThat(consumer.out().replaceFirst("\nrun .*", "")).startsWith(printed);
      return dumped();
    }
  }
}
