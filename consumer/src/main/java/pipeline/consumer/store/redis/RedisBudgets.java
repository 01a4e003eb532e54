package pipeline.consumer.store.redis;

import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import pipeline.consumer.store.Budget;
import pipeline.consumer.store.Limits;
import pipeline.wire.identity.RunId;

/**
 * How much may be kept in Redis, and how much is: one sum for all consumers of a queue, to which
 * {@code count.lua} adds in the step that counts. Immutable and thread-safe.
 */
final class RedisBudgets {
  /** About what a number, a table or a set takes beside its name and items. */
  private static final int KEY_BYTES = 48;

  /** About what a row or a member takes beside its name; much less where Redis packs a few. */
  private static final int ITEM_BYTES = 64;

  private static final Script MEASURE = new Script("measure.lua");

  private final RunKeys names;
  private final Limits limits;

  RedisBudgets(RunKeys names, Limits limits) {
    this.names = names;
    this.limits = limits;
  }

  /** The first arguments of {@code count.lua}. */
  List<String> limits() {
    return LongStream.of(
            limits.runs(), limits.identityBytes(), limits.wordBytes(), KEY_BYTES, ITEM_BYTES)
        .mapToObj(Long::toString)
        .toList();
  }

  /** What is used. */
  List<Budget> ask(RedisCommands<String, String> redis) {
    return List.of(
        new Budget(Budget.RUNS, redis.zcard(names.all()), limits.runs()),
        new Budget(Budget.IDENTITIES, number(redis, names.identityBytes()), limits.identityBytes()),
        new Budget(Budget.WORDS, number(redis, names.nameBytes()), limits.wordBytes()));
  }

  private static long number(RedisCommands<String, String> redis, String key) {
    String number = redis.get(key);
    return number == null ? 0 : Long.parseLong(number);
  }

  /**
   * Measures what is there of an earlier build, which kept no sums. What its consumers count
   * meanwhile is missed.
   *
   * @param patterns of the names that are counted
   */
  void measureOnce(StatefulRedisConnection<String, String> connection, List<String> patterns) {
    RedisCommands<String, String> redis = connection.sync();
    if (redis.get(names.identityBytes()) == null) {
      long bytes =
          redis.zrange(names.all(), 0, -1).stream()
              .mapToLong(run -> bytes(redis, RunId.parse(run)))
              .sum();
      setIfAbsent(redis, names.identityBytes(), bytes);
    }
    if (redis.get(names.nameBytes()) == null) {
      Names measured = new Names();
      Stream<String> all = patterns.stream();
      all.forEach(new RedisDump(connection, measured)::read);
      setIfAbsent(redis, names.nameBytes(), measured.bytes);
    }
  }

  private long bytes(RedisCommands<String, String> redis, RunId run) {
    return Long.parseLong((String) MEASURE.run(redis, new String[] {names.run(run)}).get(0));
  }

  /** Another consumer may have measured it, and counted since. */
  private static void setIfAbsent(RedisCommands<String, String> redis, String key, long bytes) {
    redis.set(key, Long.toString(bytes), SetArgs.Builder.nx());
  }

  /** Adds up what names take. */
  private static final class Names implements RedisDump.Numbers {
    private long bytes;
    private String group;

    @Override
    public void number(String name, long number) {
      bytes += KEY_BYTES + length(name);
    }

    /** Those of one group come one after the other. */
    @Override
    public void item(String itsGroup, String item, long number) {
      if (!itsGroup.equals(group)) {
        group = itsGroup;
        bytes += KEY_BYTES + length(group);
      }
      bytes += ITEM_BYTES + length(item);
    }

    private static int length(String name) {
      return name.getBytes(StandardCharsets.UTF_8).length;
    }
  }
}
