package pipeline.consumer.store.redis;

import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import pipeline.consumer.store.BudgetUse;
import pipeline.consumer.store.Limits;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CountsUnavailableException;
import pipeline.wire.redis.RedisLink;

/**
 * How much may be kept in Redis, and how much is: one sum for all consumers of a queue, to which
 * {@code count.lua} adds in the step that counts. Thread-safe.
 */
final class RedisBudgets {
  /** About what a number, a table or a set takes beside its name and items. */
  private static final int KEY_BYTES = 48;

  /** About what a row or a member takes beside its name; much less where Redis packs a few. */
  private static final int ITEM_BYTES = 64;

  private static final Script MEASURE = new Script("measure.lua");
  private static final long FRESH_MILLIS = 1_000;

  private final RunKeys runKeys;
  private final Limits limits;
  private final RedisLink link;
  private final LongSupplier elapsedMillis;
  private volatile Reading last = new Reading(List.of(), 0);

  /** What was used at a time. */
  private record Reading(List<BudgetUse> budgets, long millis) {}

  /**
   * @param elapsedMillis a time since any moment that never jumps
   */
  RedisBudgets(RunKeys runKeys, Limits limits, RedisLink link, LongSupplier elapsedMillis) {
    this.runKeys = runKeys;
    this.limits = limits;
    this.link = link;
    this.elapsedMillis = elapsedMillis;
  }

  /** The first arguments of {@code count.lua}. */
  List<String> limits() {
    return LongStream.of(
            limits.runs(), limits.identityBytes(), limits.wordBytes(), KEY_BYTES, ITEM_BYTES)
        .mapToObj(Long::toString)
        .toList();
  }

  /** What is used, as of a second ago at most; while Redis is away, as it was before. */
  List<BudgetUse> use() {
    Reading reading = last;
    long now = elapsedMillis.getAsLong();
    if (now - reading.millis() >= FRESH_MILLIS) {
      try {
        reading = new Reading(link.ask(connection -> use(connection.sync())), now);
      } catch (CountsUnavailableException e) {
        reading = new Reading(reading.budgets(), now);
      }
      last = reading;
    }
    return reading.budgets();
  }

  private List<BudgetUse> use(RedisCommands<String, String> redis) {
    return List.of(
        new BudgetUse(BudgetUse.RUNS, redis.zcard(runKeys.all()), limits.runs()),
        new BudgetUse(
            BudgetUse.IDENTITIES, number(redis, runKeys.identityBytes()), limits.identityBytes()),
        new BudgetUse(BudgetUse.WORDS, number(redis, runKeys.nameBytes()), limits.wordBytes()));
  }

  private static long number(RedisCommands<String, String> redis, String key) {
    String number = redis.get(key);
    return number == null ? 0 : Long.parseLong(number);
  }

  /**
   * Reads how much of each budget is used. Data of an earlier build, which kept no sums, is
   * measured once; what consumers of that build count meanwhile is missed.
   *
   * @param patterns of the keys that hold the counts
   */
  void learn(List<String> patterns) {
    List<BudgetUse> used =
        link.ask(
            connection -> {
              measureOnce(connection, patterns);
              return use(connection.sync());
            });
    last = new Reading(used, elapsedMillis.getAsLong());
  }

  private void measureOnce(
      StatefulRedisConnection<String, String> connection, List<String> patterns) {
    RedisCommands<String, String> redis = connection.sync();
    if (redis.get(runKeys.identityBytes()) == null) {
      long bytes =
          redis.zrange(runKeys.all(), 0, -1).stream()
              .mapToLong(run -> bytes(redis, RunId.parse(run)))
              .sum();
      setIfAbsent(redis, runKeys.identityBytes(), bytes);
    }
    if (redis.get(runKeys.nameBytes()) == null) {
      Names measured = new Names();
      patterns.forEach(new RedisDump(connection, measured)::read);
      setIfAbsent(redis, runKeys.nameBytes(), measured.bytes);
    }
  }

  private long bytes(RedisCommands<String, String> redis, RunId run) {
    return Long.parseLong((String) MEASURE.run(redis, new String[] {runKeys.run(run)}).get(0));
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
