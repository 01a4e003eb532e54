package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.RunFigures;

/** A Redis that holds foreign values under the keys of the counts. */
class RedisForeignValuesIT extends OnHalfCountedRedis {
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
  @CsvSource({"1.5, not a whole number", "x, not a whole number"})
  void whatIsNoNumberIsNamedBeforeTheFirstWrite(String value, String error) throws Exception {
    redis.ask(commands -> commands.hset("words", "w9", value));
    String before = digest();
    assertRefused(error);
    assertRefused("(at words)");
    assertThat(digest()).isEqualTo(before);

    redis.ask(commands -> commands.hset("words", "w9", "10"));
    commitWhenPossible();
    assertExact();
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
    String now = redis.ask(commands -> commands.hget("words", "w9"));
    assertThat(now).isEqualTo(counted);
    String all = redis.ask(commands -> commands.hget("words", "all"));
    assertThat(all).isEqualTo("200");
    assertThat(reader.lines()).isEqualTo(200);
  }

  @Test
  void aFlushByAnOutsiderShowsAsGaps() throws Exception {
    redis.ask(RedisCommands::flushall);
    store.commit();
    assertThat(CountedStore.runs(reader))
        .singleElement()
        .satisfies(run -> assertThat(run.missing()).isEqualTo(100))
        .satisfies(run -> assertThat(run.gaps()).isEqualTo(List.of(new RunFigures.Gap(0, 99))));
  }
}
