package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import pipeline.consumer.store.redis.RedisStore;
import pipeline.consumer.store.redis.RedisStoreReader;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.testkit.redis.PrivateRedis;
import pipeline.wire.redis.RedisLink;
import pipeline.wire.redis.RedisSettings;

/** Counts in a real Redis under wrong clocks, that of Redis among them, and with ends of runs. */
@Timeout(60)
@EnabledIf("pipeline.testkit.redis.PrivateRedis#isInstalled")
class RedisRunsIT {
  private static final WordCountHandler WORDS = new WordCountHandler();
  private static final int HISTORIES = 20;
  private static final int STEPS = 150;

  private static PrivateRedis redis;

  @BeforeAll
  static void startRedis(@TempDir Path folder) throws Exception {
    redis = new PrivateRedis(folder);
    redis.start();
  }

  @AfterAll
  static void stopRedis() {
    redis.close();
  }

  @BeforeEach
  void empty() {
    redis.ask(commands -> commands.flushall());
  }

  @Test
  void whateverTheClocksSayNoLineIsCountedTwiceOrLostInSilence() throws Exception {
    int refused = 0;
    for (int seed = 0; seed < HISTORIES; seed++) {
      refused += live(seed).refused();
    }
    assertThat(refused).isPositive();
  }

  private WrongClocks live(int seed) throws Exception {
    empty();
    try (RedisLink link = link();
        RedisStore<Map<String, Integer>> store = new RedisStore<>(WORDS.counting(), link, "q")) {
      store.learnHorizon();
      WrongClocks clocks = new WrongClocks(store, store.nowMillis(), new Random(seed));
      clocks.live(STEPS, true);
      clocks.assertExact(new RedisStoreReader(WORDS.counting(), link, "q"));
      return clocks;
    }
  }

  @ParameterizedTest
  @FieldSource("pipeline.consumer.RunEndReportTest#WORKLOADS")
  void allLinesOfARunOfWhichOnlyTheEndCameAreMissing(String workload) throws Exception {
    prove(WorkloadHandler.named(workload));
  }

  private static <P> void prove(WorkloadHandler<P> handler) throws Exception {
    try (RedisLink link = link();
        RedisStore<P> store = new RedisStore<>(handler.counting(), link, "q")) {
      store.learnHorizon();
      RedisStoreReader reader = new RedisStoreReader(handler.counting(), link, "q");
      RunEndReportTest.assertReported(handler, store, reader);
    }
  }

  private static RedisLink link() {
    return new RedisLink(RedisSettings.parse("test", redis.url()));
  }
}
