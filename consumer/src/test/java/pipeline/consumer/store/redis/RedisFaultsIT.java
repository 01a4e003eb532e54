package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.lang3.function.FailableConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.store.CountedStore;

/** A Redis that dies, refuses or forgets. */
class RedisFaultsIT extends OnHalfCountedRedis {
  /** Asserts the number of copies: lines that the store itself sent twice are none. */
  private void assertDuplicates(int expected) {
    assertThat(CountedStore.runs(reader).get(0).duplicates()).isEqualTo(expected);
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
    Map<String, String> filler = new HashMap<>();
    IntStream.range(0, 4_000).forEach(i -> filler.put("filler" + i, ""));
    redis.ask(commands -> commands.mset(filler));
    redis.kill();
    redis.launch("--key-load-delay", "1000");
    await().untilAsserted(() -> assertRefused("LOADING"));
    commitWhenPossible();
    assertExact();
  }

  private FailableConsumer<RedisCommands<String, String>, IOException> make(String error) {
    return switch (error) {
      case "OOM" -> commands -> commands.configSet("maxmemory", "1mb");
      case "READONLY" -> commands -> commands.replicaof("127.0.0.1", 1);
      default -> this::failToSave;
    };
  }

  private FailableConsumer<RedisCommands<String, String>, IOException> heal(String error) {
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

  @Test
  void aFullRedisIsToldOfWithWhatToDo() {
    now(make("OOM"));
    assertRefused("Redis has used up its maxmemory: give it more");
  }

  private void now(FailableConsumer<RedisCommands<String, String>, IOException> change) {
    redis.ask(
        commands -> {
          try {
            change.accept(commands);
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
}
