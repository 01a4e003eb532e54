package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    return Long.parseLong(redis.ask(commands -> commands.get(KEYS.lines())));
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
    compactLog();
    // one transaction, which is forced to the disk once, and is loaded command by command
    redis.ask(
        commands -> {
          commands.multi();
          for (int i = 0; i < 4_000; i++) {
            commands.set("filler" + i, "");
          }
          return commands.exec();
        });
    redis.kill();
    redis.launch("--key-load-delay", "1000");
    await().untilAsserted(() -> assertRefused("LOADING"));
    commitWhenPossible();
    assertExact();
  }

  /** Leaves of all that was written before only what Redis holds, to be loaded at once. */
  private void compactLog() {
    redis.ask(RedisCommands::bgrewriteaof);
    await()
        .until(
            () ->
                redis
                    .ask(commands -> commands.info("persistence"))
                    .matches("(?s).*rewrite_in_progress:0.*rewrite_scheduled:0.*"));
  }

  @ParameterizedTest
  @CsvSource({"OOM, Redis has used up its maxmemory: give it more", "READONLY, READONLY"})
  void whileRedisRefusesNothingIsCountedAndThenAll(String error, String told) throws Exception {
    boolean isFull = error.equals("OOM");
    String before = digest();
    redis.ask(
        commands ->
            isFull ? commands.configSet("maxmemory", "1mb") : commands.replicaof("127.0.0.1", 1));
    assertRefused(error);
    assertRefused(told);
    assertThat(digest()).isEqualTo(before);
    redis.ask(
        commands -> isFull ? commands.configSet("maxmemory", "0") : commands.replicaofNoOne());
    commitWhenPossible();
    assertExact();
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
