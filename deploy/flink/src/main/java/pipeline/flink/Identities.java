package pipeline.flink;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.redis.RedisFigures;
import pipeline.wire.identity.RunId;

/**
 * The identities of a block that were counted, at least one.
 *
 * @param block as in a {@link Part}
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
public record Identities(String block, byte[] bitmap) implements RedisSink.Stored {
  static Identities of(String block, RoaringBitmap numbers) {
    numbers.runOptimize();
    ByteBuffer bytes = ByteBuffer.allocate(numbers.serializedSizeInBytes());
    numbers.serialize(bytes);
    return new Identities(block, bytes.array());
  }

  /** Returns the numbers of the identities, in a new bitmap. */
  RoaringBitmap numbers() throws IOException {
    RoaringBitmap numbers = new RoaringBitmap();
    numbers.deserialize(ByteBuffer.wrap(bitmap));
    return numbers;
  }

  @Override
  public String key() {
    return block;
  }

  @Override
  public void store(RedisFigures redis) throws IOException {
    redis.identities(RunId.parse(block.substring(0, block.indexOf('/'))), numbers());
  }
}
