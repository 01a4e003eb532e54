package pipeline.consumer.store.redis;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.testkit.redis.PrivateRedis;
import pipeline.wire.redis.RedisLink;
import pipeline.wire.redis.RedisSettings;

/** A connection to a real Redis, which each test finds empty. */
@Timeout(120)
public abstract class OnPrivateRedis {
  static final String QUEUE = "q";
  static final RunKeys KEYS = new RunKeys(QUEUE);
  static final WordCountHandler WORDS = new WordCountHandler();

  protected static PrivateRedis redis;
  protected RedisLink link;

  @BeforeAll
  static void startRedis() throws Exception {
    redis = SharedRedis.started();
  }

  @BeforeEach
  protected void connect() throws Exception {
    redis.flush();
    link = new RedisLink(RedisSettings.parse("test", url()));
  }

  /** The address of this Redis, with the user as whom the test connects. */
  String url() throws Exception {
    return redis.url();
  }

  @AfterEach
  protected void disconnect() {
    link.close();
  }

  /** A consumer of words that has just started. */
  RedisStore<Map<String, Integer>> started() {
    RedisStore<Map<String, Integer>> store = new RedisStore<>(WORDS, link, QUEUE);
    store.learnHorizon();
    return store;
  }

  /** A reader of what consumers of words have counted. */
  RedisStoreReader reader() {
    return new RedisStoreReader(WORDS, link, QUEUE, () -> {});
  }
}
