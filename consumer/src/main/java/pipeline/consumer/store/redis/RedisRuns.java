package pipeline.consumer.store.redis;

import io.lettuce.core.Range;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ByteArrayOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.RunFigures;
import pipeline.wire.identity.RunId;

/** The runs and their identities in Redis, read and expired. Stateless and thread-safe. */
final class RedisRuns {
  private static final Script EXPIRE = new Script("expire.lua");

  /** The latest start that an id has room for. */
  private static final long LAST_START_MILLIS = 1L << 48;

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

  private static long nowMillis(RedisCommands<String, String> redis) {
    List<String> time = redis.time();
    return Long.parseLong(time.get(0)) * 1_000 + Long.parseLong(time.get(1)) / 1_000;
  }

  /**
   * Forgets the runs that were last seen longer ago than that by Redis' clock, each in one step,
   * which looks again: another consumer may be counting it.
   */
  void expire(RedisCommands<String, String> redis, Duration age) {
    long before = nowMillis(redis) - age.toMillis();
    Range<Long> old = Range.from(Range.Boundary.unbounded(), Range.Boundary.excluding(before));
    for (String run : redis.zrangebyscore(names.all(), old)) {
      expire(redis, RunId.parse(run), age);
    }
  }

  /** True if it was forgotten, false if it is not that old any more. */
  boolean expire(RedisCommands<String, String> redis, RunId run, Duration age) {
    List<Object> forgotten =
        EXPIRE.run(
            redis,
            new String[] {names.all(), names.horizon(), names.identityBytes(), names.run(run)},
            run.toString(),
            Long.toString(startMillis(run)),
            Long.toString(age.toMillis()));
    return !forgotten.isEmpty();
  }

  /** When the run says that it began, 0 if it does not; it is for Redis' clock to believe it. */
  static long startMillis(RunId run) {
    return run.startMillis(LAST_START_MILLIS).orElse(0);
  }
}
