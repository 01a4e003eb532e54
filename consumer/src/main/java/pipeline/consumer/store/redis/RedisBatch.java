package pipeline.consumer.store.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CounterUpdates;

/**
 * Identities and what they change, summed up by key, for one atomic run of {@code count.lua}. Not
 * thread-safe.
 */
final class RedisBatch implements CounterUpdates {
  private static final String SCRIPT = script();
  private static final int CHUNK_MASK = (1 << RunKeys.CHUNK_BITS) - 1;

  private final RunKeys names;
  private final Map<String, List<RequestKey>> bitmaps = new LinkedHashMap<>();
  private final Map<String, Long> numbers = new LinkedHashMap<>();
  private final Map<String, Map<String, Long>> tables = new LinkedHashMap<>();
  private final Map<String, Set<String>> sets = new LinkedHashMap<>();
  private final Set<RunId> runs = new HashSet<>();
  private int size;

  private static String script() {
    try (InputStream resource = RedisBatch.class.getResourceAsStream("count.lua")) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("count.lua is not in the jar", e);
    }
  }

  RedisBatch(RunKeys names) {
    this.names = names;
  }

  /** Adds an identity, which must be new to this batch, and counts it in the figures of its run. */
  void claim(RequestKey key) {
    int chunk = key.seq() >>> RunKeys.CHUNK_BITS;
    bitmaps.computeIfAbsent(names.chunk(key.run(), chunk), name -> new ArrayList<>()).add(key);
    size++;
    add(names.lines(), 1);
    add(names.run(key.run()), Integer.toString(chunk), 1);
    runs.add(key.run());
  }

  /** Adds copies that are not counted to the figures of their run. */
  void drop(RunId run, long copies) {
    add(names.run(run), RunKeys.DUPLICATES, copies);
    runs.add(run);
  }

  @Override
  public void add(String number, long by) {
    size += numbers.merge(number, by, Long::sum) == by ? 1 : 0;
  }

  @Override
  public void add(String table, String row, long by) {
    Map<String, Long> rows = tables.computeIfAbsent(table, name -> new LinkedHashMap<>());
    size += rows.merge(row, by, Long::sum) == by ? 1 : 0;
  }

  @Override
  public void put(String set, String member) {
    size += sets.computeIfAbsent(set, name -> new LinkedHashSet<>()).add(member) ? 1 : 0;
  }

  /** About how many items the script must handle; its time grows with them. */
  int size() {
    return size;
  }

  /** The identities in the order of the places that the script returns. */
  List<RequestKey> places() {
    return bitmaps.values().stream().flatMap(List::stream).toList();
  }

  /**
   * Counts the batch, unless some of its identities are counted already: then nothing is counted.
   * The script is run by its digest, and sent whole only when Redis does not know it.
   *
   * @return the places of the identities that are counted already; empty if the batch is counted
   */
  List<Long> count(StatefulRedisConnection<String, String> connection, long nowMillis) {
    RedisCommands<String, String> redis = connection.sync();
    String[] keys = keys();
    String[] arguments = arguments(nowMillis);
    try {
      return redis.evalsha(redis.digest(SCRIPT), ScriptOutputType.MULTI, keys, arguments);
    } catch (RedisNoScriptException e) {
      return redis.eval(SCRIPT, ScriptOutputType.MULTI, keys, arguments);
    }
  }

  private String[] keys() {
    return Stream.of(
            bitmaps.keySet(), numbers.keySet(), tables.keySet(), sets.keySet(), Set.of(names.all()))
        .flatMap(Set::stream)
        .toArray(String[]::new);
  }

  private String[] arguments(long nowMillis) {
    List<String> arguments = new ArrayList<>(3 * size);
    arguments.add(Integer.toString(bitmaps.size()));
    for (List<RequestKey> identities : bitmaps.values()) {
      arguments.add(Integer.toString(identities.size()));
      identities.forEach(key -> arguments.add(Integer.toString(key.seq() & CHUNK_MASK)));
    }
    arguments.add(Integer.toString(numbers.size()));
    for (long amount : numbers.values()) {
      arguments.add("1");
      arguments.add(Long.toString(amount));
    }
    arguments.add(Integer.toString(tables.size()));
    for (Map<String, Long> rows : tables.values()) {
      arguments.add(Integer.toString(rows.size()));
      rows.forEach(
          (row, amount) -> {
            arguments.add(row);
            arguments.add(Long.toString(amount));
          });
    }
    arguments.add(Integer.toString(sets.size()));
    for (Set<String> members : sets.values()) {
      arguments.add(Integer.toString(members.size()));
      arguments.addAll(members);
    }
    arguments.add(Long.toString(nowMillis));
    runs.forEach(run -> arguments.add(run.toString()));
    return arguments.toArray(String[]::new);
  }
}
