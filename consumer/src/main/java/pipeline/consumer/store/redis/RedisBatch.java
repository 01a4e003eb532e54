package pipeline.consumer.store.redis;

import io.lettuce.core.api.StatefulRedisConnection;
import java.util.ArrayList;
import java.util.Collection;
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
  private static final Script SCRIPT = new Script("count.lua");
  private static final int CHUNK_MASK = (1 << RunKeys.CHUNK_BITS) - 1;

  private final RunKeys names;
  private final Map<String, List<RequestKey>> bitmaps = new LinkedHashMap<>();
  private final Map<String, Long> numbers = new LinkedHashMap<>();
  private final Map<String, Map<String, Long>> tables = new LinkedHashMap<>();
  private final Map<String, Set<String>> sets = new LinkedHashMap<>();
  private final Set<RunId> runs = new HashSet<>();
  private int size;

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

  /** The runs of which it has something. */
  Set<RunId> runs() {
    return runs;
  }

  /** About how many items the script must handle; its time grows with them. */
  int size() {
    return size;
  }

  /** The identities, in the order of the places that the script returns. */
  List<RequestKey> places() {
    return bitmaps.values().stream().flatMap(List::stream).toList();
  }

  /**
   * What came of a batch. If {@code present} or {@code forgotten} has any, nothing was counted.
   *
   * @param horizonMillis the latest start among all runs that Redis has forgotten, 0 if there is
   *     none
   * @param present the identities that are counted already
   * @param forgotten the runs that Redis does not know and may have forgotten
   */
  record Outcome(long horizonMillis, List<RequestKey> present, List<RunId> forgotten) {
    boolean isCounted() {
      return present.isEmpty() && forgotten.isEmpty();
    }
  }

  /** Counts the batch, unless some of it must not be counted. */
  Outcome count(StatefulRedisConnection<String, String> connection) {
    List<Object> reply = SCRIPT.run(connection.sync(), keys(), arguments());
    List<RequestKey> places = places();
    List<RequestKey> present = new ArrayList<>();
    List<RunId> forgotten = new ArrayList<>();
    for (Object item : reply.subList(1, reply.size())) {
      if (item instanceof Long place) {
        present.add(places.get(place.intValue()));
      } else {
        forgotten.add(RunId.parse((String) item));
      }
    }
    return new Outcome(Long.parseLong((String) reply.get(0)), present, forgotten);
  }

  private String[] keys() {
    return Stream.of(
            bitmaps.keySet(),
            numbers.keySet(),
            tables.keySet(),
            sets.keySet(),
            List.of(names.all(), names.horizon()))
        .flatMap(Collection::stream)
        .toArray(String[]::new);
  }

  private String[] arguments() {
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
    for (RunId run : runs) {
      arguments.add(run.toString());
      arguments.add(Long.toString(RedisRuns.startMillis(run)));
    }
    return arguments.toArray(String[]::new);
  }
}
