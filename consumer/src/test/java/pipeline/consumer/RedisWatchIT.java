package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.protocol.CommandType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.amqp.Health;
import pipeline.consumer.store.file.StateException;
import pipeline.consumer.store.redis.OnPrivateRedis;
import pipeline.consumer.store.redis.RedisSetup;
import pipeline.testkit.redis.PrivateRedis;
import pipeline.wire.redis.RedisLink;
import pipeline.wire.redis.RedisSettings;

/** A real Redis that may lose counts is refused or warned about. */
class RedisWatchIT extends OnPrivateRedis {
  /** A command without an answer, and then a connection, each take seconds to be given up. */
  private static final Duration SOON = Duration.ofSeconds(30);

  private final Health health = new Health(System::nanoTime);
  private final List<String> told = new CopyOnWriteArrayList<>();
  private RedisWatch watch;

  @BeforeEach
  void makeWatch() {
    health.works(Health.Part.BROKER);
    watch = new RedisWatch(link, health, told::add);
  }

  @AfterEach
  void endWatch() {
    policy("noeviction");
    watch.close();
  }

  private void policy(String policy) {
    redis.ask(commands -> commands.configSet("maxmemory-policy", policy));
  }

  @ParameterizedTest
  @ValueSource(strings = {"allkeys-lru", "volatile-ttl"})
  void oneThatMayEvictIsRefusedAtTheStart(String policy) {
    policy(policy);
    Ended ended = Ended.run(Map.of(), new CountDownLatch(1), "1", "--store", redis.url());

    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.err())
        .hasLineCount(1)
        .startsWith("consumer: --store " + redis.url() + ": Redis has maxmemory-policy " + policy);
    assertThatThrownBy(watch::check).isInstanceOf(StateException.class);
  }

  @Test
  void oneThatMayEvictLaterIsTroubleUntilItIsSetRight() throws Exception {
    watch.check();
    watch.start();
    assertThat(health.trouble()).isEmpty();

    policy("allkeys-random");
    await().atMost(SOON).until(() -> says("maxmemory-policy allkeys-"));
    policy("noeviction");
    await().atMost(SOON).until(() -> health.trouble().isEmpty());
    assertThat(told).isEmpty();
  }

  @Test
  void oneThatIsHungOrGoneIsTroubleAlsoWhileNothingIsCounted() throws Exception {
    watch.start();
    redis.freeze();
    await().atMost(SOON).until(() -> says("the store"));
    redis.thaw();
    await().atMost(SOON).until(() -> health.trouble().isEmpty());
    redis.kill();
    await().atMost(SOON).until(() -> says("the store is away") && says("Connection refused"));
    redis.start();
    await().atMost(SOON).until(() -> health.trouble().isEmpty());
  }

  private boolean says(String cause) {
    return health.trouble().filter(trouble -> trouble.contains(cause)).isPresent();
  }

  @Test
  void aReplicaIsToldOfOnce(@TempDir Path home) throws Exception {
    watch.check();
    watch.start();
    String port = Integer.toString(redis.port());
    try (PrivateRedis replica = new PrivateRedis(home, "--replicaof", "127.0.0.1", port)) {
      replica.start();
      await().atMost(SOON).until(() -> !told.isEmpty());
      await().during(Duration.ofMillis(2_500)).until(() -> told.size() == 1);
    }
    assertThat(told.get(0)).startsWith("--store " + redis.url() + " has replicas");
  }

  @Test
  void itIsSaidWhatAKillOfRedisMayCost() {
    assertThat(RedisSetup.durabilityWarning(link)).isEmpty();
    redis.ask(commands -> commands.configSet("appendfsync", "everysec"));
    try {
      assertThat(RedisSetup.durabilityWarning(link).orElseThrow())
          .contains("appendonly yes, appendfsync everysec", "a kill of Redis may lose counts");
    } finally {
      redis.ask(commands -> commands.configSet("appendfsync", "always"));
    }
  }

  @Test
  void aUserWhoMayNotReadItIsToldSo() throws Exception {
    AclSetuserArgs few =
        AclSetuserArgs.Builder.on().addPassword("secret").addCommand(CommandType.PING);
    redis.ask(commands -> commands.aclSetuser("few", few));
    String url = redis.url().replace("//", "//few:secret@");
    try (RedisLink theirs = new RedisLink(RedisSettings.parse("test", url));
        RedisWatch watching = new RedisWatch(theirs, health, told::add)) {
      watching.check();
    }

    assertThat(told)
        .singleElement()
        .satisfies(
            text -> assertThat(text).contains("its user may not read INFO", "is it noeviction?"));
  }
}
