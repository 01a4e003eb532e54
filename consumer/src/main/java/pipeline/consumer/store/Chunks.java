package pipeline.consumer.store;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.roaringbitmap.RoaringBitmap;

/**
 * The division of a run's sequence numbers into chunks of neighbours, in which all stores keep the
 * counted ones; part of their formats.
 */
public final class Chunks {
  private static final int BITS = 16;

  /** How many numbers a chunk has. */
  public static final int SIZE = 1 << BITS;

  private Chunks() {}

  /** The index of the chunk of a number. */
  public static int index(long seq) {
    return (int) (seq >>> BITS);
  }

  /** The first number of a chunk. */
  public static int first(int index) {
    return index << BITS;
  }

  /** The end of the chunk of a number: the first number beyond it. */
  public static long end(long seq) {
    return ((seq >>> BITS) + 1) << BITS;
  }

  /** The numbers of each chunk that has some, by its index; new bitmaps. */
  public static NavigableMap<Integer, RoaringBitmap> of(RoaringBitmap seqs) {
    NavigableMap<Integer, RoaringBitmap> chunks = new TreeMap<>();
    for (long from = seqs.nextValue(0); from >= 0; ) {
      long end = end(from);
      RoaringBitmap chunk = RoaringBitmap.bitmapOfRange(from, end);
      chunk.and(seqs);
      chunks.put(index(from), chunk);
      from = end > Integer.MAX_VALUE ? -1 : seqs.nextValue((int) end);
    }
    return chunks;
  }
}
