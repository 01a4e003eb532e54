package pipeline.consumer.store.redis;

import io.lettuce.core.LettuceFutures;
import io.lettuce.core.MapScanCursor;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.ValueScanCursor;
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
 * ones in steps, so that Redis is never blocked for long, and no more than a step is in memory. Not
 * thread-safe.
 *
 * @param rowName see {@link pipeline.consumer.store.Counting}
 * @param each takes the name and the number of what is read, which may come twice: Redis says so of
 *     keys, rows and members while their number shrinks
 */
record RedisDump(
    StatefulRedisConnection<String, String> connection,
    BinaryOperator<String> rowName,
    ObjLongConsumer<String> each) {
  private static final int STEP = 1_000;
  private static final ScanArgs A_STEP = ScanArgs.Builder.limit(STEP);

  /** The first rows of each of a thousand tables. */
  private static final ScanArgs BEGINNING = ScanArgs.Builder.limit(100);

  /** Reads all keys that match the pattern; without {@code *} it is the name of one. */
  void read(String pattern) {
    if (!pattern.contains("*")) {
      read(List.of(pattern));
      return;
    }
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
    askAll(of("hash", types), key -> redis.hscan(key, BEGINNING)).forEach(this::readTable);
    askAll(of("set", types), key -> redis.sscan(key, BEGINNING)).forEach(this::readSet);
  }

  private static List<String> of(String type, Map<String, String> types) {
    return types.keySet().stream().filter(key -> types.get(key).equals(type)).toList();
  }

  private void readTable(String table, MapScanCursor<String, String> first) {
    MapScanCursor<String, String> step = first;
    while (step != null) {
      step.getMap()
          .forEach((row, number) -> each.accept(rowName.apply(table, row), Long.parseLong(number)));
      step = step.isFinished() ? null : connection.sync().hscan(table, step, A_STEP);
    }
  }

  private void readSet(String set, ValueScanCursor<String> first) {
    ValueScanCursor<String> step = first;
    while (step != null) {
      step.getValues().forEach(member -> each.accept(rowName.apply(set, member), 1));
      step = step.isFinished() ? null : connection.sync().sscan(set, step, A_STEP);
    }
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
