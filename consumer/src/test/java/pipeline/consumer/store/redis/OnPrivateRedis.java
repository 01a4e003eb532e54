package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.BudgetUse;
import pipeline.consumer.store.Limits;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.testkit.redis.PrivateRedis;
import pipeline.wire.codec.Entry;
import pipeline.wire.redis.RedisLink;
import pipeline.wire.redis.RedisSettings;

/** A real Redis of the class's own, which each test finds empty. */
@Timeout(120)
abstract class OnPrivateRedis {
  static final String QUEUE = "q";
  static final RunKeys KEYS = new RunKeys(QUEUE);
  static final int MIB = 1 << 20;
  static final int CHUNK = 1 << 16;
  static final WordCountHandler WORDS = new WordCountHandler();

  static PrivateRedis redis;

  final AtomicLong now = new AtomicLong(1_000);
  RedisLink link;

  @BeforeAll
  static void startRedis(@TempDir Path folder) throws Exception {
    Assumptions.assumeTrue(PrivateRedis.isInstalled(), "Redis is not installed");
    redis = new PrivateRedis(folder);
    redis.start();
  }

  @AfterAll
  static void stopRedis() {
    if (redis != null) {
      redis.close();
    }
  }

  @BeforeEach
  void connect() {
    redis.ask(commands -> commands.flushall());
    link = new RedisLink(RedisSettings.parse("test", redis.url()));
  }

  @AfterEach
  void disconnect() {
    link.close();
  }

  <P> RedisStore<P> store(WorkloadHandler<P> handler, Limits limits) {
    RedisStore<P> store = new RedisStore<>(handler, link, QUEUE, limits, now::get);
    store.learnUse();
    return store;
  }

  RedisStore<Map<String, Integer>> words(int runs, long identityBytes, long wordBytes) {
    return store(WORDS, new Limits(runs, identityBytes, wordBytes, Duration.ofDays(1)));
  }

  RedisStoreReader reader(WorkloadHandler<?> handler) {
    return new RedisStoreReader(handler, link, QUEUE);
  }

  /** Adds entries and commits them, as one message; what the commit refused. */
  static <P> Added<P> commit(RedisStore<P> store, List<Entry<P>> entries) throws IOException {
    AtomicReference<Added<P>> refused = new AtomicReference<>(new Added<>());
    store.add(entries, refused::set);
    store.commit();
    return refused.get();
  }

  /** After a second, so that Redis is asked. */
  long used(RedisStore<?> store, String budget) {
    now.addAndGet(1_000);
    return store.budgets().stream()
        .filter(b -> b.name().equals(budget))
        .mapToLong(BudgetUse::used)
        .sum();
  }

  /** What is charged is what the keys themselves say. */
  void assertCharged(WorkloadHandler<?> handler) {
    RedisStore<?> store = store(handler, new Limits(1, 1, 1, Duration.ofDays(1)));
    long identities = used(store, BudgetUse.IDENTITIES);
    long names = used(store, BudgetUse.WORDS);
    assertThat(identities).isPositive();
    redis.ask(commands -> commands.del(KEYS.identityBytes(), KEYS.nameBytes()));
    store.learnUse();
    assertThat(used(store, BudgetUse.IDENTITIES)).isEqualTo(identities);
    assertThat(used(store, BudgetUse.WORDS)).isEqualTo(names);
  }
}
