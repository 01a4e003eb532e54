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
  void theScriptIsSentAgainWhenItIsForgotten() throws Exception {
    redis.ask(RedisCommands::scriptFlush);
    store.commit();
    assertExact();
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
