package pipeline.consumer.store.redis;

import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ByteArrayOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.redis.RedisCounts;
import pipeline.wire.redis.RedisLink;

/** Reads what all consumers of a queue have counted in Redis. Thread-safe. */
public final class RedisStoreReader implements StoreReader {
  private final WorkloadHandler<?> handler;
  private final RedisLink link;
  private final RunKeys runKeys;
  private final CounterQueries queries;

  public RedisStoreReader(WorkloadHandler<?> handler, RedisLink link, String queue) {
    this.handler = handler;
    this.link = link;
    this.runKeys = new RunKeys(queue);
    this.queries = new RedisCounts(link);
  }

  @Override
  public long lines() {
    String lines = ask(redis -> redis.get(runKeys.lines()));
    return lines == null ? 0 : Long.parseLong(lines);
  }

  /** In steps, so that Redis can count between them. */
  @Override
  public Collection<NamedCount> counts() {
    Map<String, Long> counts = new HashMap<>();
    RedisDump.Numbers numbers =
        new RedisDump.Numbers() {
          @Override
          public void number(String name, long number) {
            counts.put(name, number);
          }

          @Override
          public void item(String group, String item, long number) {
            counts.put(handler.rowName(group, item), number);
          }
        };
    link.ask(
        connection -> {
          handler.keyPatterns().forEach(new RedisDump(connection, numbers)::read);
          return null;
        });
    return counts.entrySet().stream()
        .map(count -> new NamedCount(count.getKey(), count.getValue()))
        .toList();
  }

  @Override
  public boolean isInProcess() {
    return false;
  }

  @Override
  public List<RunFigures> runs() {
    List<RunFigures> figures = new ArrayList<>();
    for (String run : ask(redis -> redis.zrange(runKeys.all(), 0, -1))) {
      figures.add(ask(redis -> figures(redis, RunId.parse(run))));
    }
    return figures;
  }

  /** Computed from the bitmaps themselves, not from the sums that the script keeps. */
  private RunFigures figures(RedisCommands<String, String> redis, RunId run) {
    Map<String, String> figures = redis.hgetall(runKeys.run(run));
    String duplicates = figures.remove(RunKeys.DUPLICATES);
    NavigableSet<Long> ends = new TreeSet<>();
    String closed = figures.remove(RunKeys.ENDS);
    if (closed != null) {
      Stream.of(closed.split(" ", -1)).map(Long::valueOf).forEach(ends::add);
    }
    RunFigures.Scan scan =
        new RunFigures.Scan(run, ends, duplicates == null ? 0 : Long.parseLong(duplicates));
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
        new CommandArgs<>(StringCodec.UTF8).addKey(runKeys.chunk(run, index));
    byte[] bits = redis.dispatch(CommandType.GET, new ByteArrayOutput<>(StringCodec.UTF8), key);
    RoaringBitmap seqs = new RoaringBitmap();
    addBits(bits, index << RunKeys.CHUNK_BITS, seqs);
    return seqs;
  }

  /** Redis numbers the bits of a byte from the highest one. */
  private static void addBits(byte[] bytes, int first, RoaringBitmap seqs) {
    int bits = bytes == null ? 0 : bytes.length * Byte.SIZE;
    for (int i = 0; i < bits; i++) {
      if ((bytes[i / Byte.SIZE] >> (Byte.SIZE - 1 - i % Byte.SIZE) & 1) != 0) {
        seqs.add(first + i);
      }
    }
  }

  @Override
  public CounterQueries queries() {
    return queries;
  }

  private <T> T ask(Function<RedisCommands<String, String>, T> question) {
    return link.ask(connection -> question.apply(connection.sync()));
  }
}
