package pipeline.consumer.store.redis;

import io.lettuce.core.api.StatefulRedisConnection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.roaringbitmap.IntConsumer;
import org.roaringbitmap.RoaringBitmap;
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
  private final Map<String, Chunk> bitmaps = new LinkedHashMap<>();
  private final Map<String, Long> numbers = new LinkedHashMap<>();
  private final Map<String, Map<String, Long>> tables = new LinkedHashMap<>();
  private final Map<String, Set<String>> sets = new LinkedHashMap<>();
  private final Set<RunId> runs = new HashSet<>();
  private int size;

  /** The identities of one bitmap. */
  private record Chunk(RunId run, RoaringBitmap seqs) {}

  RedisBatch(RunKeys names) {
    this.names = names;
  }

  /** Adds identities, all new to this batch, and counts them in the figures of their run. */
  void claim(RunId run, RoaringBitmap seqs) {
    runs.add(run);
    long end = Integer.toUnsignedLong(seqs.last()) + 1;
    long to;
    for (long from = seqs.first(); from < end; from = to) {
      int chunk = (int) (from >>> RunKeys.CHUNK_BITS);
      to = (chunk + 1L) << RunKeys.CHUNK_BITS;
      RoaringBitmap part = RoaringBitmap.bitmapOfRange(from, to);
      part.and(seqs);
      if (!part.isEmpty()) {
        claim(run, chunk, part);
      }
    }
  }

  private void claim(RunId run, int chunk, RoaringBitmap seqs) {
    int count = seqs.getCardinality();
    bitmaps
        .computeIfAbsent(names.chunk(run, chunk), name -> new Chunk(run, new RoaringBitmap()))
        .seqs
        .or(seqs);
    size += count;
    add(names.lines(), count);
    add(names.run(run), Integer.toString(chunk), count);
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

  /** All that were claimed. */
  Identities identities() {
    Identities identities = new Identities();
    bitmaps.values().forEach(chunk -> identities.add(chunk.run, chunk.seqs));
    return identities;
  }

  /**
   * What came of a batch. If {@code present} or {@code forgotten} has any, nothing was counted.
   *
   * @param horizonMillis the latest start among all runs that Redis has forgotten, 0 if there is
   *     none
   * @param present the identities that are counted already
   * @param forgotten the runs that Redis does not know and may have forgotten
   */
  record Outcome(long horizonMillis, Identities present, List<RunId> forgotten) {
    boolean isCounted() {
      return present.isEmpty() && forgotten.isEmpty();
    }
  }

  /** Counts the batch, unless some of it must not be counted. */
  Outcome count(StatefulRedisConnection<String, String> connection) {
    List<Object> reply = SCRIPT.run(connection.sync(), keys(), arguments());
    Identities present = new Identities();
    List<RunId> forgotten = new ArrayList<>();
    Iterator<Chunk> chunks = bitmaps.values().iterator();
    Chunk chunk = null;
    int begin = 0;
    int end = 0;
    for (Object item : reply.subList(1, reply.size())) {
      if (item instanceof Long place) {
        while (place >= end) {
          chunk = chunks.next();
          begin = end;
          end += chunk.seqs.getCardinality();
        }
        present.add(chunk.run, chunk.seqs.select(place.intValue() - begin));
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
    for (Chunk chunk : bitmaps.values()) {
      arguments.add(Integer.toString(chunk.seqs.getCardinality()));
      chunk.seqs.forEach((IntConsumer) seq -> arguments.add(Integer.toString(seq & CHUNK_MASK)));
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
