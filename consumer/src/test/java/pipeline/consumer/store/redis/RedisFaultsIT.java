package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;

/**
 * No count is lost or doubled by a Redis that dies, refuses, forgets or holds foreign values. It
 * has counted 100 lines, and a store holds 100 more.
 */
class RedisFaultsIT extends OnPrivateRedis {
  private static final Duration SOON = Duration.ofSeconds(30);
  private RedisStore<Map<String, Integer>> store;
  private RedisStoreReader reader;

  @BeforeEach
  void count() throws Exception {
    store = started();
    reader = reader();
    store.add(Entries.range(0, 100), List.of());
    store.commit();
    store.add(Entries.range(100, 200), List.of());
  }

  /** Commits after a second delivery of lines that are counted and of lines that wait. */
  private void commitWhenPossible() throws Exception {
    store.add(Entries.range(50, 200), List.of());
    await()
        .atMost(SOON)
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
    assertThat(CountedStore.asMap(reader)).isEqualTo(counts);
    assertThat(reader.lines()).isEqualTo(200);
    assertThat(CountedStore.runs(reader))
        .singleElement()
        .satisfies(run -> assertThat(run.lines()).isEqualTo(200))
        .satisfies(run -> assertThat(run.missing()).isZero());
  }

  /** Asserts that a commit is refused with these words, and changes nothing, until all is well. */
  private void assertRefusedUntil(Function<RedisCommands<String, String>, ?> heal, String... words)
      throws Exception {
    List<String> before = content();
    assertThatThrownBy(store::commit)
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(words)
        .message()
        .doesNotContain("\n");
    assertThat(content()).isEqualTo(before);
    redis.ask(heal);
    commitWhenPossible();
    assertExact();
  }

  /** Everything that Redis holds. */
  private List<String> content() {
    return redis.ask(
        commands ->
            commands.keys("*").stream()
                .sorted()
                .map(key -> key + Arrays.toString(commands.dump(key)))
                .toList());
  }

  /** Lines that the store itself sent twice are no duplicates. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void killedBeforeTheScriptRanOrAfterItAndBeforeItsReply(boolean hasRun) throws Exception {
    redis.freeze();
    assertThatThrownBy(store::commit).isInstanceOf(IOException.class);
    if (hasRun) {
      redis.thaw();
      await().atMost(SOON).until(() -> countedNow() == 200);
    }
    redis.kill();
    redis.start();
    assertThat(countedNow()).isEqualTo(hasRun ? 200 : 100);
    commitWhenPossible();
    assertExact();
    assertThat(CountedStore.runs(reader).get(0).duplicates()).isEqualTo(150);
  }

  private long countedNow() {
    return Long.parseLong(redis.ask(commands -> commands.get(KEYS.lines())));
  }

  @Test
  void theScriptIsSentAgainWhenItIsForgotten() throws Exception {
    redis.ask(RedisCommands::scriptFlush);
    store.commit();
    assertExact();
  }

  @ParameterizedTest
  @CsvSource({"OOM, Redis has used up its maxmemory: give it more", "READONLY, READONLY"})
  void whileRedisRefusesNothingIsCountedAndThenAll(String error, String told) throws Exception {
    boolean isFull = error.equals("OOM");
    redis.ask(
        commands ->
            isFull ? commands.configSet("maxmemory", "1mb") : commands.replicaof("127.0.0.1", 1));
    assertRefusedUntil(
        commands -> isFull ? commands.configSet("maxmemory", "0") : commands.replicaofNoOne(),
        error,
        told);
  }

  @Test
  void aPasswordThatWeLackIsWaitedFor() throws Exception {
    redis.kill();
    redis.launch("--requirepass", "secret");
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThatThrownBy(store::commit).hasMessageContaining("NOAUTH"));
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
    assertRefusedUntil(commands -> commands.rename("kept", key), "WRONGTYPE", "(at " + key + ")");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.5", "x"})
  void whatIsNoNumberIsNamedBeforeTheFirstWrite(String value) throws Exception {
    redis.ask(commands -> commands.hset("words", "w9", value));
    assertRefusedUntil(
        commands -> commands.hset("words", "w9", "10"), "not a whole number", "(at words)");
  }

  @ParameterizedTest
  @CsvSource({
    "9007199254740990, 9007199254741000",
    "9007199254740993, 9007199254741003",
    "999999999999999990, 1000000000000000000",
    // the value stays as it was: Redis would fail beyond 2^63
    "9223372036854775806, 9223372036854775806",
    // Redis takes this for no number
    "1e17, 1e17",
    "0x7fffffffffffffff, 0x7fffffffffffffff",
  })
  void aCountBeyondTheExactNumbersOfLuaIsExact(String value, String counted) throws Exception {
    redis.ask(commands -> commands.hset("words", "w9", value));
    commitWhenPossible();
    Map<String, String> words = redis.ask(commands -> commands.hgetall("words"));
    assertThat(words).containsEntry("w9", counted).containsEntry("all", "200");
    assertThat(reader.lines()).isEqualTo(200);
  }

  @Test
  void aFlushByAnOutsiderShowsAsGaps() throws Exception {
    redis.ask(RedisCommands::flushall);
    store.commit();
    assertThat(CountedStore.runs(reader))
        .singleElement()
        .satisfies(run -> assertThat(run.line()).contains(" missing=100 ", " gaps=0-99"));
  }
}
