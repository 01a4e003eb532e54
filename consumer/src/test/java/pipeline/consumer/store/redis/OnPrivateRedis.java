package pipeline.consumer.store.redis;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.testkit.redis.PrivateRedis;
import pipeline.wire.redis.RedisLink;
import pipeline.wire.redis.RedisSettings;

/** A real Redis of the class's own, which each test finds empty. */
@Timeout(120)
abstract class OnPrivateRedis {
  static final String QUEUE = "q";
  static final RunKeys KEYS = new RunKeys(QUEUE);
  static final WordCountHandler WORDS = new WordCountHandler();

  static PrivateRedis redis;

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

  /** A consumer that has just started. */
  <P> RedisStore<P> store(WorkloadHandler<P> handler) {
    RedisStore<P> store = new RedisStore<>(handler.counting(), link, QUEUE);
    store.learnHorizon();
    return store;
  }

  RedisStoreReader reader(WorkloadHandler<?> handler) {
    return new RedisStoreReader(handler.counting(), link, QUEUE);
  }
}
