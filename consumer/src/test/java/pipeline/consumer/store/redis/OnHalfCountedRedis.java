package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Counting;
import pipeline.consumer.store.Entries;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.testkit.redis.PrivateRedis;
import pipeline.wire.redis.RedisLink;
import pipeline.wire.redis.RedisSettings;

/** A Redis of each test's own, with 100 lines that are counted, while a store holds 100 more. */
@Timeout(90)
abstract class OnHalfCountedRedis {
  private static final Counting<Map<String, Integer>> WORDS = new WordCountHandler().counting();
  static final String QUEUE = "q";

  @TempDir Path folder;
  PrivateRedis redis;
  RedisStore<Map<String, Integer>> store;
  RedisStoreReader reader;
  private RedisLink link;

  @BeforeEach
  void startRedis() throws Exception {
    Assumptions.assumeTrue(PrivateRedis.isInstalled(), "Redis is not installed");
    // this Redis can save, and tell a digest of all that it holds
    redis = new PrivateRedis(folder, "--save", "3600 1000000", "--enable-debug-command", "local");
    redis.start();
    link = new RedisLink(RedisSettings.parse("test", redis.url()));
    store = new RedisStore<>(WORDS, link, QUEUE);
    reader = new RedisStoreReader(WORDS, link, QUEUE);
    store.add(Entries.range(0, 100));
    store.commit();
    store.add(Entries.range(100, 200));
  }

  @AfterEach
  void stopRedis() {
    if (redis != null) {
      link.close();
      redis.close();
    }
  }

  /** Commits after a second delivery of lines that are counted and of lines that wait. */
  final void commitWhenPossible() throws Exception {
    store.add(Entries.range(50, 200));
    await()
        .atMost(Duration.ofSeconds(20))
        .ignoreException(IOException.class)
        .until(
            () -> {
              store.commit();
              return true;
            });
  }

  final void assertExact() {
    Map<String, Long> counts = new TreeMap<>(Map.of("all", 200L));
    for (int i = 0; i < 10; i++) {
      counts.put("w" + i, 20L);
    }
    assertThat(CountedStore.asMap(reader)).isEqualTo(counts);
    assertThat(reader.lines()).isEqualTo(200);
    assertThat(CountedStore.runs(reader))
        .singleElement()
        .satisfies(run -> assertThat(run.lines()).isEqualTo(200))
        .satisfies(run -> assertThat(run.missing()).isZero());
  }

  final void assertRefused(String reason) {
    assertThatThrownBy(store::commit)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(reason)
        .message()
        .doesNotContain("\n");
  }

  /** The digest of everything that Redis holds. */
  final String digest() {
    return redis.ask(
        commands ->
            commands.dispatch(
                CommandType.DEBUG,
                new StatusOutput<>(StringCodec.UTF8),
                new CommandArgs<>(StringCodec.UTF8).add("DIGEST")));
  }
}
