package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static pipeline.consumer.store.Payloads.swipe;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.ConsumerJar;
import pipeline.consumer.amqp.OnRealQueue;
import pipeline.consumer.store.Payloads;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.redis.PrivateRedis;
import pipeline.wire.amqp.Topology;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/** The finished jar with {@code --store}, on a real RabbitMQ and a real Redis. */
class RedisConsumersIT extends OnRealQueue {
  private static PrivateRedis redis;

  @BeforeAll
  static void startRedis(@TempDir Path home) throws Exception {
    Assumptions.assumeTrue(PrivateRedis.isInstalled(), "Redis is not installed");
    redis = new PrivateRedis(home);
    redis.start();
  }

  @AfterAll
  static void stopRedis() {
    if (redis != null) {
      redis.close();
    }
  }

  @BeforeEach
  void emptyRedis() {
    redis.ask(commands -> commands.flushall());
  }

  private ChildProcess counting(Path dumped, String faults, String... more) throws IOException {
    List<String> args =
        new ArrayList<>(
            List.of("2", "--store", redis.url(), "--dump", dumped.toString(), "--report"));
    args.addAll(List.of(more));
    return ConsumerJar.start(
        temp,
        rabbit.url(),
        faults.isEmpty() ? List.of() : List.of(ConsumerJar.withFaults(faults)),
        args.toArray(new String[0]));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ckpt.beforeCommit:2", "ckpt.committed:1", "con.beforeAck:1"})
  void oneIsKilledAnywhereAndTwoGoOn(String crash) throws Exception {
    publishLines(0, LINES);
    try (ChildProcess killed =
        counting(dump, crash, "--prefetch", "60", "--commit-interval", "5")) {
      assertThat(killed.await()).as(killed.err()).isEqualTo(137);
    }
    Path otherDump = temp.resolve("other.tsv");
    try (ChildProcess one = counting(dump, "", "--until-idle", "2", "--prefetch", "5");
        ChildProcess other = counting(otherDump, "", "--until-idle", "2", "--prefetch", "5")) {
      publishLines(0, LINES);
      assertExact(one, LINES);
      assertThat(other.await()).as(other.err()).isZero();
      assertThat(otherDump).hasSameTextualContentAs(dump);
      assertThat(one.err()).doesNotContain("may lose counts");
    }
  }

  @Test
  void redisDiesUnderTwoConsumersAndComesBack() throws Exception {
    Path otherDump = temp.resolve("other.tsv");
    try (ChildProcess one = counting(dump, "", "--prefetch", "20");
        ChildProcess other = counting(otherDump, "", "--prefetch", "20")) {
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
      await().atMost(SOON).until(() -> ready() == 0);
      one.signal("TERM");
      assertThat(one.await()).as(one.err()).isZero();
      other.signal("TERM");
      assertThat(other.await()).as(other.err()).isZero();
      assertThat(ConsumerJar.counts(otherDump)).isEqualTo(countsOf(LINES));
      assertThat(ready()).isZero();
    }
  }

  @Test
  void itIsSaidWhatAKillOfRedisMayCost() throws Exception {
    redis.ask(commands -> commands.configSet("appendfsync", "everysec"));
    try (ChildProcess consumer = counting(dump, "", "--until-idle", "1")) {
      assertThat(consumer.await()).isZero();
      assertThat(consumer.err())
          .contains("appendonly yes, appendfsync everysec")
          .contains("a kill of Redis may lose counts");
    } finally {
      redis.ask(commands -> commands.configSet("appendfsync", "always"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis", "memory"})
  void everySwipeIsCountedByOneConsumerAndRememberedByTheOther(String store) throws Exception {
    publishSwipes();
    List<String> where = store.equals("redis") ? List.of("--store", redis.url()) : List.of();
    assertThat(swiped("swipe-counts", where, "swipes=3 likes=2 dislikes=1\ntotal runs=1 lines=3 "))
        .isEqualTo(Map.of("Likes:17", 2L, "Dislikes:18", 1L));
    assertThat(
            swiped("swipe-matches", where, "swipes=3 swipers=2 matches=1\ntotal runs=1 lines=3 "))
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
            swipes.exchange(), swipes.routingKey(), JSON, Payloads.swipeMessage(swipe));
      }
      channel.waitForConfirmsOrDie(30_000);
    }
  }

  private Map<String, Long> swiped(String workload, List<String> where, String printed)
      throws Exception {
    List<String> args =
        new ArrayList<>(
            List.of("2", "--workload", workload, "--dump", dump.toString(), "--report"));
    args.addAll(List.of("--until-idle", "1"));
    args.addAll(where);
    try (ChildProcess consumer =
        ConsumerJar.start(temp, rabbit.url(), List.of(), args.toArray(new String[0]))) {
      assertThat(consumer.await()).as(consumer.err()).isZero();
      assertThat(consumer.out().replaceFirst("\nrun .*", "")).startsWith(printed);
      return ConsumerJar.counts(dump);
    }
  }
}
