package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.store.Limits;
import pipeline.consumer.store.Lines;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.memory.CountsFixture;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.testkit.redis.PrivateRedis;
import pipeline.wire.redis.RedisLink;
import pipeline.wire.redis.RedisSettings;

/** A Redis that dies, refuses, or holds something else where we count. */
@Timeout(90)
class RedisFaultsIT {
  private static final WordCountHandler HANDLER = new WordCountHandler();
  private static final String QUEUE = "q";

  @TempDir private Path folder;
  private PrivateRedis redis;
  private RedisLink link;
  private RedisStore<Map<String, Integer>> store;
  private RedisResults results;

  @BeforeEach
  void startRedis() throws Exception {
    Assumptions.assumeTrue(PrivateRedis.isInstalled(), "Redis is not installed");
    // one that may save, and may be asked for a digest of all it holds
    redis = new PrivateRedis(folder, "--save", "3600 1000000", "--enable-debug-command", "local");
    redis.start();
    link = new RedisLink(RedisSettings.parse("test", redis.url()));
    store =
        new RedisStore<>(
            HANDLER,
            link,
            QUEUE,
            new Limits(10, 1 << 20, 1 << 20, Duration.ofDays(1)),
            System::currentTimeMillis);
    results = new RedisResults(HANDLER, link, QUEUE);
    store.add(Lines.range(0, 100));
    store.commit();
    store.add(Lines.range(100, 200));
  }

  @AfterEach
  void stopRedis() {
    if (redis != null) {
      link.close();
      redis.close();
    }
  }

  /** After deliveries made again, of what is counted and of what waits. */
  private void commitWhenPossible() throws Exception {
    store.add(Lines.range(50, 200));
    await()
        .atMost(Duration.ofSeconds(20))
        .ignoreException(IOException.class)
        .until(
            () -> {
              store.commit();
              return true;
            });
  }

  private void assertExact() {
    Map<String, Long> counts = new TreeMap<>(Map.of("all", 200L));
    for (int i = 0; i < 10; i++) {
      counts.put("w" + i, 20L);
    }
    assertThat(CountsFixture.asMap(results)).isEqualTo(counts);
    assertThat(results.lines()).isEqualTo(200);
    assertThat(results.runs())
        .singleElement()
        .satisfies(run -> assertThat(run.lines()).isEqualTo(200))
        .satisfies(run -> assertThat(run.missing()).isZero());
  }

  /** What the store itself sent twice was no copy. */
  private void assertDuplicates(int expected) {
    assertThat(results.runs().get(0).duplicates()).isEqualTo(expected);
  }

  private void assertRefused(String reason) {
    assertThatThrownBy(store::commit)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(reason)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void killedBeforeTheScriptRan() throws Exception {
    redis.freeze();
    assertThatThrownBy(store::commit).isInstanceOf(IOException.class);
    redis.kill();
    redis.start();
    assertThat(countedNow()).isEqualTo(100);
    commitWhenPossible();
    assertExact();
    assertDuplicates(150);
  }

  @Test
  void killedAfterTheScriptRanAndBeforeItsReply() throws Exception {
    redis.freeze();
    assertThatThrownBy(store::commit).isInstanceOf(IOException.class);
    redis.thaw();
    await().until(() -> countedNow() == 200);
    redis.kill();
    redis.start();
    commitWhenPossible();
    assertExact();
    assertDuplicates(150);
  }

  private long countedNow() {
    return Long.parseLong(redis.ask(commands -> commands.get(new RunKeys(QUEUE).lines())));
  }

  @Test
  void killedAfterItsReply() throws Exception {
    store.commit();
    redis.kill();
    redis.start();
    commitWhenPossible();
    assertExact();
    assertDuplicates(150);
  }

  @Test
  void theScriptIsSentAgainWhenItIsForgotten() throws Exception {
    redis.ask(RedisCommands::scriptFlush);
    store.commit();
    assertExact();
  }

  @Test
  void loadingIsWaitedFor() throws Exception {
    redis.ask(
        commands -> {
          for (int i = 0; i < 4_000; i++) {
            commands.set("filler" + i, "");
          }
          return null;
        });
    redis.kill();
    redis.launch("--key-load-delay", "1000");
    await().untilAsserted(() -> assertRefused("LOADING"));
    commitWhenPossible();
    assertExact();
  }

  private interface Step {
    void with(RedisCommands<String, String> commands) throws IOException;
  }

  private Step make(String error) {
    return switch (error) {
      case "OOM" -> commands -> commands.configSet("maxmemory", "1mb");
      case "READONLY" -> commands -> commands.replicaof("127.0.0.1", 1);
      default -> this::failToSave;
    };
  }

  private Step heal(String error) {
    return switch (error) {
      case "OOM" -> commands -> commands.configSet("maxmemory", "0");
      case "READONLY" -> RedisCommands::replicaofNoOne;
      default -> this::save;
    };
  }

  private void failToSave(RedisCommands<String, String> commands) throws IOException {
    Files.createDirectories(folder.resolve("dump.rdb").resolve("in-the-way"));
    commands.bgsave();
    await().until(() -> commands.info("persistence").contains("rdb_last_bgsave_status:err"));
  }

  private void save(RedisCommands<String, String> commands) throws IOException {
    Files.delete(folder.resolve("dump.rdb").resolve("in-the-way"));
    Files.delete(folder.resolve("dump.rdb"));
    commands.bgsave();
    await().until(() -> commands.info("persistence").contains("rdb_last_bgsave_status:ok"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"OOM", "READONLY", "MISCONF"})
  void whileRedisRefusesNothingIsCountedAndThenAll(String error) throws Exception {
    String before = digest();
    now(make(error));
    assertRefused(error);
    assertRefused(error);
    assertThat(digest()).isEqualTo(before);
    now(heal(error));
    commitWhenPossible();
    assertExact();
  }

  private void now(Step step) {
    redis.ask(
        commands -> {
          try {
            step.with(commands);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return null;
        });
  }

  @Test
  void aPasswordThatWeLackIsWaitedFor() throws Exception {
    redis.kill();
    redis.launch("--requirepass", "secret");
    await().untilAsserted(() -> assertRefused("NOAUTH"));
    redis.kill();
    redis.start();
    commitWhenPossible();
    assertExact();
  }

  @ParameterizedTest
  @CsvSource({
    "words, string",
    "runs:q, string",
    "runs:q:lines, set",
    "runs:q:000102030405060708090a0b0c0d0e0f, string",
    "runs:q:000102030405060708090a0b0c0d0e0f:0, set",
  })
  void aWrongTypeAtAnyKeyIsNamedBeforeTheFirstWrite(String key, String type) throws Exception {
    redis.ask(
        commands -> {
          commands.rename(key, "kept");
          return type.equals("set") ? commands.sadd(key, "x") : commands.set(key, "x");
        });
    String before = digest();
    assertRefused("WRONGTYPE");
    assertRefused("(at " + key + ")");
    assertThat(digest()).isEqualTo(before);

    redis.ask(commands -> commands.rename("kept", key));
    commitWhenPossible();
    assertExact();
  }

  @ParameterizedTest
  @CsvSource({"9007199254740990, passes 2^53", "1.5, not a whole number", "x, not a whole number"})
  void anOverflowOrNoNumberIsNamedBeforeTheFirstWrite(String value, String error) throws Exception {
    redis.ask(commands -> commands.hset("words", "w9", value));
    String before = digest();
    assertRefused(error);
    assertRefused("(at words)");
    assertThat(digest()).isEqualTo(before);

    redis.ask(commands -> commands.hset("words", "w9", "10"));
    commitWhenPossible();
    assertExact();
  }

  @Test
  void aFlushByAnOutsiderShowsAsGaps() throws Exception {
    redis.ask(RedisCommands::flushall);
    store.commit();
    assertThat(results.runs())
        .singleElement()
        .satisfies(run -> assertThat(run.missing()).isEqualTo(100))
        .satisfies(run -> assertThat(run.gaps()).isEqualTo(List.of(new RunFigures.Gap(0, 99))));
  }

  /** Of everything that Redis holds. */
  private String digest() {
    return redis.ask(
        commands ->
            commands.dispatch(
                CommandType.DEBUG,
                new StatusOutput<>(StringCodec.UTF8),
                new CommandArgs<>(StringCodec.UTF8).add("DIGEST")));
  }
}
