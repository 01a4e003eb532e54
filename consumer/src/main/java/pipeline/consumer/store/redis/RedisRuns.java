package pipeline.consumer.store.redis;

import io.lettuce.core.Range;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ByteArrayOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.Map;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.RunFigures;
import pipeline.wire.identity.RunId;

/** The runs and their identities in Redis, read and expired. Stateless and thread-safe. */
final class RedisRuns {
  private final RunKeys names;

  RedisRuns(RunKeys names) {
    this.names = names;
  }

  List<RunId> all(RedisCommands<String, String> redis) {
    return redis.zrange(names.all(), 0, -1).stream().map(RunId::parse).toList();
  }

  long lines(RedisCommands<String, String> redis) {
    String lines = redis.get(names.lines());
    return lines == null ? 0 : Long.parseLong(lines);
  }

  /** Computed from the bitmaps themselves, not from the sums that the script keeps. */
  RunFigures figures(RedisCommands<String, String> redis, RunId run) {
    Map<String, String> chunks = redis.hgetall(names.run(run));
    String duplicates = chunks.remove(RunKeys.DUPLICATES);
    RoaringBitmap seqs = new RoaringBitmap();
    for (String chunk : chunks.keySet()) {
      int index = Integer.parseInt(chunk);
      CommandArgs<String, String> key =
          new CommandArgs<>(StringCodec.UTF8).addKey(names.chunk(run, index));
      byte[] bits = redis.dispatch(CommandType.GET, new ByteArrayOutput<>(StringCodec.UTF8), key);
      addBits(bits, index << RunKeys.CHUNK_BITS, seqs);
    }
    return RunFigures.of(run, seqs, duplicates == null ? 0 : Long.parseLong(duplicates));
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

  /**
   * Forgets the runs last seen before that time; a run's entry in the list goes last, so that an
   * interrupted call can be repeated.
   */
  void expire(RedisCommands<String, String> redis, long beforeMillis) {
    Range<Long> old =
        Range.from(Range.Boundary.unbounded(), Range.Boundary.excluding(beforeMillis));
    for (String text : redis.zrangebyscore(names.all(), old)) {
      RunId run = RunId.parse(text);
      for (String chunk : redis.hkeys(names.run(run))) {
        if (!chunk.equals(RunKeys.DUPLICATES)) {
          redis.unlink(names.chunk(run, Integer.parseInt(chunk)));
        }
      }
      redis.unlink(names.run(run));
      redis.zrem(names.all(), text);
    }
  }
}
