package pipeline.consumer.store.redis;

import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;

/**
 * Reads numbers, tables and sets from Redis. It asks for a thousand keys at a time and reads large
 * ones in steps, so that Redis is never blocked for long. Not thread-safe.
 *
 * @param rowName see {@link pipeline.consumer.store.Counting}
 * @param each takes the name and the number of what is read, which may come twice
 */
record RedisDump(
    StatefulRedisConnection<String, String> connection,
    BinaryOperator<String> rowName,
    ObjLongConsumer<String> each) {
  private static final int STEP = 1_000;
  private static final ScanArgs A_STEP = ScanArgs.Builder.limit(STEP);

  /** Reads all keys that match the pattern. */
  void read(String pattern) {
    ScanIterator<String> keys =
        ScanIterator.scan(connection.sync(), ScanArgs.Builder.matches(pattern).limit(STEP));
    List<String> some = new ArrayList<>();
    while (keys.hasNext()) {
      some.add(keys.next());
      if (some.size() == STEP || !keys.hasNext()) {
        read(some);
        some.clear();
      }
    }
  }

  private void read(List<String> keys) {
    RedisAsyncCommands<String, String> redis = connection.async();
    Map<String, String> types = askAll(keys, redis::type);
    askAll(of("string", types), redis::get)
        .forEach((key, number) -> each.accept(key, Long.parseLong(number)));
    askAll(of("hash", types), key -> redis.hscan(key, A_STEP))
        .forEach(
            (table, first) -> {
              first.getMap().forEach((row, number) -> tell(table, row, number));
              if (!first.isFinished()) {
                ScanIterator.hscan(connection.sync(), table, A_STEP)
                    .forEachRemaining(row -> tell(table, row.getKey(), row.getValue()));
              }
            });
    askAll(of("set", types), key -> redis.sscan(key, A_STEP))
        .forEach(
            (set, first) -> {
              first.getValues().forEach(member -> tell(set, member, "1"));
              if (!first.isFinished()) {
                ScanIterator.sscan(connection.sync(), set, A_STEP)
                    .forEachRemaining(member -> tell(set, member, "1"));
              }
            });
  }

  private static List<String> of(String type, Map<String, String> types) {
    return types.keySet().stream().filter(key -> types.get(key).equals(type)).toList();
  }

  private void tell(String group, String row, String number) {
    each.accept(rowName.apply(group, row), Long.parseLong(number));
  }

  /** Sends all questions, then waits for the answers. */
  private <T> Map<String, T> askAll(List<String> keys, Function<String, RedisFuture<T>> question) {
    Map<String, RedisFuture<T>> asked = new LinkedHashMap<>();
    keys.forEach(key -> asked.put(key, question.apply(key)));
    Map<String, T> answers = new LinkedHashMap<>();
    asked.forEach(
        (key, answer) ->
            answers.put(
                key,
                LettuceFutures.awaitOrCancel(
                    answer, connection.getTimeout().toNanos(), TimeUnit.NANOSECONDS)));
    return answers;
  }
}
