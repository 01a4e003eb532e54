package pipeline.consumer.store.redis;

import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ByteArrayOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.Chunks;
import pipeline.consumer.store.Counting;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.RunTotals;
import pipeline.consumer.store.StoreReader;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.redis.RedisCounts;
import pipeline.wire.redis.RedisLink;
import pipeline.wire.redis.RedisRunEnds;

/**
 * Reads what all consumers of a queue have counted in Redis. Thread-safe.
 *
 * @param queue whose messages are counted
 * @param alive called again and again while counts are read, which may take long
 * @param partBytes of counts that may be in memory at once
 */
public record RedisStoreReader(
    Counting<?> counting, RedisLink link, String queue, Runnable alive, long partBytes)
    implements StoreReader {
  private static final int PART_OF_HEAP = 4;

  /** The approximate memory of a count beside its name's characters, most of which take a byte. */
  private static final long COUNT_BYTES = 120;

  /** A reader that may have a part of the heap in memory at once. */
  public RedisStoreReader(Counting<?> counting, RedisLink link, String queue, Runnable alive) {
    this(counting, link, queue, alive, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
  }

  private RunKeys runKeys() {
    return new RunKeys(queue);
  }

  @Override
  public long lines() {
    String lines = link.askSync(redis -> redis.get(runKeys().lines()));
    return lines == null ? 0 : Long.parseLong(lines);
  }

  /**
   * Hands over all counts, each once. Redis has them in no order, and may give one twice; so they
   * are read as often as memory needs parts for them, each time for the names that come next.
   */
  @Override
  public void forEachCount(Consumer<NamedCount> each) {
    String begin = "";
    while (begin != null) {
      Part part = new Part(begin);
      forEachUnsorted(part::add);
      part.counts.forEach((name, count) -> each.accept(new NamedCount(name, count)));
      begin = part.end;
    }
  }

  /** Reads the counts once, in steps, so that Redis can count between them. */
  @Override
  public void forEachUnsorted(Consumer<NamedCount> each) {
    ObjLongConsumer<String> told =
        (name, count) -> {
          alive.run();
          each.accept(new NamedCount(name, count));
        };
    link.ask(
        connection -> {
          counting.keyPatterns().forEach(new RedisDump(connection, counting::rowName, told)::read);
          return null;
        });
  }

  /** The counts with the lowest names from one on, as many as memory has room for. */
  private final class Part {
    private final NavigableMap<String, Long> counts = new TreeMap<>(NamedCount::compareNames);
    private final String begin;

    /** The lowest name for which there was no room; null if there was for all. */
    private String end;

    private long bytes;

    Part(String begin) {
      this.begin = begin;
    }

    void add(NamedCount count) {
      String name = count.name();
      boolean isLater = end != null && NamedCount.compareNames(name, end) >= 0;
      if (isLater || NamedCount.compareNames(name, begin) < 0) {
        return;
      }
      bytes += counts.put(name, count.count()) == null ? bytes(name) : 0;
      while (bytes > partBytes && counts.size() > 1) {
        end = counts.pollLastEntry().getKey();
        bytes -= bytes(end);
      }
    }

    private static long bytes(String name) {
      return COUNT_BYTES + name.length();
    }
  }

  @Override
  public void forEachRun(Consumer<RunFigures> each) {
    runs().stream().sorted().map(this::figures).forEach(each);
  }

  @Override
  public RunTotals runTotals(int recent) {
    List<RunId> all = runs();
    List<RunId> last = new ArrayList<>(all.subList(Math.max(0, all.size() - recent), all.size()));
    Collections.reverse(last);
    return new RunTotals(
        lines(),
        all.size(),
        all.stream().mapToLong(this::duplicates).sum(),
        last.stream().map(this::figures).toList());
  }

  private long duplicates(RunId run) {
    String duplicates = link.askSync(redis -> redis.hget(runKeys().run(run), RunKeys.DUPLICATES));
    return Long.parseLong(Objects.requireNonNullElse(duplicates, "0"));
  }

  /** All runs, those seen last at the end. */
  private List<RunId> runs() {
    return link.askSync(redis -> redis.zrange(runKeys().all(), 0, -1)).stream()
        .map(RunId::parse)
        .toList();
  }

  /**
   * The figures of a run, computed from the bitmaps themselves, not from the sums that the script
   * keeps.
   */
  private RunFigures figures(RunId run) {
    return link.askSync(redis -> figures(redis, run));
  }

  private RunFigures figures(RedisCommands<String, String> redis, RunId run) {
    Map<String, String> figures = redis.hgetall(runKeys().run(run));
    String duplicates = Objects.requireNonNullElse(figures.remove(RunKeys.DUPLICATES), "0");
    NavigableSet<Long> ends = RedisRunEnds.parse(figures.remove(RedisRunEnds.ROW));
    RunFigures.Scan scan = new RunFigures.Scan(run, ends, Long.parseLong(duplicates));
    figures.keySet().stream()
        .map(Integer::valueOf)
        .sorted()
        .map(index -> bits(redis, run, index))
        .filter(seqs -> !seqs.isEmpty())
        .forEach(scan::add);
    return scan.figures();
  }

  private RoaringBitmap bits(RedisCommands<String, String> redis, RunId run, int index) {
    CommandArgs<String, String> key =
        new CommandArgs<>(StringCodec.UTF8).addKey(runKeys().chunk(run, index));
    byte[] bits = redis.dispatch(CommandType.GET, new ByteArrayOutput<>(StringCodec.UTF8), key);
    RoaringBitmap seqs = new RoaringBitmap();
    // Redis numbers the bits of a byte from the highest one
    for (int i = 0; bits != null && i < bits.length * Byte.SIZE; i++) {
      if ((bits[i / Byte.SIZE] & 0x80 >> i % Byte.SIZE) != 0) {
        seqs.add(Chunks.first(index) + i);
      }
    }
    return seqs;
  }

  @Override
  public CounterQueries queries() {
    return new RedisCounts(link);
  }
}
