package pipeline.consumer.store.file;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.LongConsumer;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.Chunks;
import pipeline.consumer.store.file.WorkingCounts.ChunkKey;

/**
 * The counted numbers among 65,536 neighbouring sequence numbers of one run: at most 8 KiB, and a
 * few bytes when all are counted. Thread-safe.
 */
final class SeqChunk extends WorkingSet.Item {
  /**
   * The approximate bytes of an empty chunk, with its place in a map: the chunk, its key, the
   * bitmap's own objects with room for four numbers.
   */
  private static final int EMPTY_BYTES = 300;

  private static final int FIRST_NUMBERS = 4;
  private static final int MAX_BYTES = Chunks.SIZE / Byte.SIZE;

  private final ChunkKey key;
  private final RoaringBitmap seen;
  private int size;

  /** A chunk of the numbers in {@code seen}, which belongs to it from now on. */
  SeqChunk(ChunkKey key, RoaringBitmap seen) {
    this.key = key;
    this.seen = seen;
    this.size = seen.getCardinality();
  }

  /**
   * Claims the numbers of this chunk from {@code from} to the one before {@code to}.
   *
   * @param known to which it adds those that were claimed before
   * @param grown told how many bytes more it takes, or less
   * @return whether one of them was new
   */
  synchronized boolean claim(long from, long to, RoaringBitmap known, LongConsumer grown) {
    int before = size;
    if (to - from == 1 && seen.checkedAdd((int) from)) {
      size++;
    } else {
      addKnown(from, to, known);
      seen.add(from, to);
      size = seen.getCardinality();
    }
    if (size == before) {
      return false;
    }
    if (size == Chunks.SIZE) {
      seen.runOptimize();
    } else {
      // a bitmap of runs would stay one and take more than a chunk's bytes once gaps come in
      seen.removeRunCompression();
    }
    int more = bytes(size) - bytes(before);
    if (more != 0) {
      grown.accept(more);
    }
    return true;
  }

  @Override
  synchronized long bytes() {
    return EMPTY_BYTES + (long) bytes(size);
  }

  /**
   * The approximate bytes of the numbers beyond {@link #EMPTY_BYTES}: two bytes each, in arrays
   * that double, until a bitmap is smaller; next to nothing when all numbers are there.
   *
   * @param size how many numbers
   */
  private static int bytes(int size) {
    if (size <= FIRST_NUMBERS || size == Chunks.SIZE) {
      return 0;
    }
    return Math.min(MAX_BYTES, Short.BYTES * 2 * Integer.highestOneBit(size - 1));
  }

  private void addKnown(long from, long to, RoaringBitmap known) {
    if (seen.intersects(from, to)) {
      RoaringBitmap range = RoaringBitmap.bitmapOfRange(from, to);
      range.and(seen);
      known.or(range);
    }
  }

  /** The counted numbers, as the file has them. */
  synchronized Map.Entry<String, byte[]> stored() {
    ByteBuffer bytes = ByteBuffer.allocate(seen.serializedSizeInBytes());
    seen.serialize(bytes);
    return Map.entry(key.text(), bytes.array());
  }
}
