package pipeline.consumer.store.redis;

import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.roaringbitmap.IntConsumer;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.Chunks;
import pipeline.wire.identity.RunId;
import pipeline.wire.redis.RedisRunEnds;

/**
 * Puts absolute figures into Redis, where {@link RedisStoreReader} and servers find them as if
 * consumers had counted there: for a counter whose own state decides, and which puts a figure there
 * again after a failure. Commands are sent at once, and their answers awaited together. For one
 * thread.
 */
public final class RedisFigures {
  private final StatefulRedisConnection<String, String> connection;
  private final RedisAsyncCommands<String, String> redis;
  private final RunKeys keys;
  private final List<RedisFuture<?>> sent = new ArrayList<>();

  /**
   * @param queue whose messages are counted
   */
  public RedisFigures(StatefulRedisConnection<String, String> connection, String queue) {
    this.connection = connection;
    this.redis = connection.async();
    this.keys = new RunKeys(queue);
  }

  /** The name of the number of lines counted in all runs. */
  public static String lines(String queue) {
    return new RunKeys(queue).lines();
  }

  /** Sets a number of its own. */
  public void number(String number, long value) {
    sent.add(redis.set(number, Long.toString(value)));
  }

  /** Sets a row of a table. */
  public void row(String table, String row, long value) {
    sent.add(redis.hset(table, row, Long.toString(value)));
  }

  /** Puts a member into a set. */
  public void member(String set, String member) {
    sent.add(redis.sadd(set, member));
  }

  /**
   * Sets what is known of a run beside its identities.
   *
   * @param ends a row of {@link RedisRunEnds}; null while the run is open
   */
  public void run(RunId run, long duplicates, String ends) {
    row(keys.run(run), RunKeys.DUPLICATES, duplicates);
    if (ends != null) {
      sent.add(redis.hset(keys.run(run), RedisRunEnds.ROW, ends));
    }
    sent.add(redis.zadd(keys.all(), (double) System.currentTimeMillis(), run.toString()));
  }

  /** Sets all identities of a run that were counted in one of its {@link Chunks}. */
  public void identities(RunId run, RoaringBitmap seqs) {
    int chunk = Chunks.index(seqs.first());
    row(keys.run(run), Integer.toString(chunk), seqs.getCardinality());
    CommandArgs<String, String> bits =
        new CommandArgs<>(StringCodec.UTF8).addKey(keys.chunk(run, chunk)).add(bits(seqs));
    sent.add(redis.dispatch(CommandType.SET, new StatusOutput<>(StringCodec.UTF8), bits));
  }

  /** The offsets in a chunk as bits; Redis numbers the bits of a byte from the highest one. */
  private static byte[] bits(RoaringBitmap seqs) {
    byte[] bits = new byte[offset(seqs.last()) / Byte.SIZE + 1];
    IntConsumer set =
        seq -> bits[offset(seq) / Byte.SIZE] |= (byte) (0x80 >> offset(seq) % Byte.SIZE);
    seqs.forEach(set);
    return bits;
  }

  private static int offset(int seq) {
    return seq & (Chunks.SIZE - 1);
  }

  /**
   * Returns when Redis has carried out all that was sent.
   *
   * @throws io.lettuce.core.RedisException if it has not, or that is not known
   */
  public void await() {
    for (RedisFuture<?> answer : sent) {
      LettuceFutures.awaitOrCancel(answer, connection.getTimeout().toNanos(), TimeUnit.NANOSECONDS);
    }
    sent.clear();
  }
}
