package pipeline.consumer.store.redis;

import io.lettuce.core.api.StatefulRedisConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.Chunks;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CounterUpdates;

/**
 * Identities and what they change, summed up by key, for one atomic run of {@code count.lua}. Not
 * thread-safe.
 */
final class RedisBatch implements CounterUpdates {
  private static final Script SCRIPT = new Script("count.lua");
  private static final String COUNTED = "counted";
  private static final String PRESENT = "present";
  private static final RoaringBitmap NONE = new RoaringBitmap();

  private final RunKeys runKeys;
  private final Map<RunId, Run> runs = new LinkedHashMap<>();
  private final Map<String, Long> numbers = new LinkedHashMap<>();
  private final Map<String, Map<String, Long>> tables = new LinkedHashMap<>();
  private final Map<String, Set<String>> sets = new LinkedHashMap<>();
  private int size;

  RedisBatch(RunKeys runKeys) {
    this.runKeys = runKeys;
  }

  /** The part of the batch that belongs to one run. */
  private static final class Run {
    private final RoaringBitmap seqs = new RoaringBitmap();
    private final List<Long> ends = new ArrayList<>();
    private long copies;
  }

  private Run run(RunId id) {
    return runs.computeIfAbsent(id, any -> new Run());
  }

  /** The numbers of a run that were claimed; not to be changed. */
  RoaringBitmap claimed(RunId id) {
    return runs.containsKey(id) ? runs.get(id).seqs : NONE;
  }

  /** Adds identities, at least one, all new to this batch. */
  void claim(RunId id, RoaringBitmap seqs) {
    run(id).seqs.or(seqs);
    size += seqs.getCardinality();
  }

  /** Adds the end of a run. */
  void close(RunEnd end) {
    run(end.run()).ends.add(end.lines());
    size++;
  }

  /** Adds copies that are not counted to the figures of their run, if Redis has that run. */
  void drop(RunId run, long copies) {
    run(run).copies += copies;
    size++;
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

  /** The approximate number of items for the script, whose time grows with them. */
  int size() {
    return size;
  }

  /** The numbers of all runs that were claimed. */
  Map<RunId, RoaringBitmap> claimed() {
    Map<RunId, RoaringBitmap> claimed = new HashMap<>();
    runs.forEach((id, run) -> claimed.put(id, run.seqs));
    return claimed;
  }

  /**
   * Counts the batch, unless some of it is counted already.
   *
   * @return the numbers that are counted already; if there are any, nothing was counted
   * @throws IllegalStateException if another consumer has forgotten one of the runs
   */
  Map<RunId, RoaringBitmap> count(StatefulRedisConnection<String, String> connection) {
    List<Object> reply = SCRIPT.run(connection.sync(), keys(), arguments());
    String word = (String) reply.get(0);
    return switch (word) {
      case COUNTED -> Map.of();
      case PRESENT -> byRun(reply.listIterator(1));
      default ->
          throw new IllegalStateException(
              "a run was " + word + " while its lines waited here: they must come again");
    };
  }

  /** The numbers by their runs, which come in pairs. */
  private static Map<RunId, RoaringBitmap> byRun(Iterator<Object> pairs) {
    Map<RunId, RoaringBitmap> found = new HashMap<>();
    while (pairs.hasNext()) {
      RunId run = RunId.parse((String) pairs.next());
      long seq = (Long) pairs.next();
      found.computeIfAbsent(run, any -> new RoaringBitmap()).add((int) seq);
    }
    return found;
  }

  private String[] keys() {
    List<String> keys = new ArrayList<>();
    runs.forEach(
        (id, run) -> {
          keys.add(runKeys.run(id));
          Chunks.of(run.seqs).keySet().forEach(index -> keys.add(runKeys.chunk(id, index)));
        });
    keys.addAll(numbers.keySet());
    keys.addAll(tables.keySet());
    keys.addAll(sets.keySet());
    keys.add(runKeys.all());
    keys.add(runKeys.horizon());
    keys.add(runKeys.lines());
    return keys.toArray(String[]::new);
  }

  private String[] arguments() {
    List<String> all = new ArrayList<>(3 * size);
    add(all, runs.size());
    runs.forEach(
        (id, run) -> {
          all.add(id.toString());
          add(all, RunKeys.startMillis(id));
          add(all, run.copies);
          add(all, run.ends.size());
          run.ends.forEach(end -> add(all, end));
          Map<Integer, RoaringBitmap> chunks = Chunks.of(run.seqs);
          add(all, chunks.size());
          chunks.forEach(
              (index, seqs) -> {
                add(all, index);
                addPieces(all, seqs);
              });
        });
    add(all, numbers.size());
    numbers.values().forEach(amount -> add(all, amount));
    add(all, tables.size());
    tables.values().forEach(rows -> addRows(all, rows));
    add(all, sets.size());
    for (Set<String> members : sets.values()) {
      add(all, members.size());
      all.addAll(members);
    }
    return all.toArray(String[]::new);
  }

  private static void add(List<String> all, long number) {
    all.add(Long.toString(number));
  }

  /** Adds the number of ranges, and for each range its first offset and its length. */
  private static void addPieces(List<String> all, RoaringBitmap seqs) {
    int place = all.size();
    add(all, 0);
    long pieces = 0;
    long first = seqs.first();
    while (first >= 0) {
      long end = seqs.nextAbsentValue((int) first);
      add(all, first & (Chunks.SIZE - 1));
      add(all, end - first);
      pieces++;
      first = end > Integer.MAX_VALUE ? -1 : seqs.nextValue((int) end);
    }
    all.set(place, Long.toString(pieces));
  }

  /**
   * Adds the number of different amounts, and for each of them the amount, its number of rows, and
   * the rows.
   */
  private static void addRows(List<String> all, Map<String, Long> rows) {
    Map<Long, List<String>> byAmount = new HashMap<>();
    rows.forEach(
        (row, amount) -> byAmount.computeIfAbsent(amount, any -> new ArrayList<>()).add(row));
    add(all, byAmount.size());
    byAmount.forEach(
        (amount, some) -> {
          add(all, amount);
          add(all, some.size());
          all.addAll(some);
        });
  }
}
