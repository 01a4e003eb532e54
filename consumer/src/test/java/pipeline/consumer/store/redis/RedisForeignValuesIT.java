package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.consumer.store.RunFigures;

/** A Redis that holds something else where we count. */
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

  @Test
  void aFlushByAnOutsiderShowsAsGaps() throws Exception {
    redis.ask(RedisCommands::flushall);
    store.commit();
    assertThat(reader.runs())
        .singleElement()
        .satisfies(run -> assertThat(run.missing()).isEqualTo(100))
        .satisfies(run -> assertThat(run.gaps()).isEqualTo(List.of(new RunFigures.Gap(0, 99))));
  }
}
