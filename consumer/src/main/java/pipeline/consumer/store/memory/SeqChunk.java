package pipeline.consumer.store.memory;

import java.util.concurrent.atomic.LongAdder;
import org.roaringbitmap.RoaringBitmap;
import pipeline.wire.identity.RunId;

/**
 * Which of 65,536 neighbouring sequence numbers of one run were counted: at most 8 KiB, and a few
 * bytes when all were. Thread-safe.
 */
final class SeqChunk extends ChangeLog.Item {
  /** A chunk spans the numbers that agree in all but this many low bits. */
  static final int BITS = 16;

  /**
   * About what an empty chunk takes, with its place in the run's map: the chunk, the bitmap's own
   * objects with room for four numbers, the map's node and key.
   */
  static final int EMPTY_BYTES = 256;

  private static final int SIZE = 1 << BITS;
  private static final int FIRST_NUMBERS = 4;
  private static final int MAX_BYTES = SIZE / Byte.SIZE;

  private final RunId run;
  private final int index;
  private final RoaringBitmap seen;
  private int size;

  /** An empty chunk. */
  SeqChunk(RunId run, int index) {
    this(run, index, new RoaringBitmap());
  }

  /** A chunk of numbers counted before; {@code seen} belongs to the chunk from now on. */
  SeqChunk(RunId run, int index, RoaringBitmap seen) {
    this.run = run;
    this.index = index;
    this.seen = seen;
    this.size = seen.getCardinality();
  }

  /**
   * True if {@code seq} was not claimed before; from now on it is.
   *
   * @param memory to which it adds what it takes more, or less
   */
  synchronized boolean claim(int seq, LongAdder memory) {
    if (!seen.checkedAdd(seq)) {
      return false;
    }
    size++;
    int more = bytes(size) - bytes(size - 1);
    if (more != 0) {
      memory.add(more);
    }
    if (size == SIZE) {
      seen.runOptimize();
    }
    return true;
  }

  synchronized boolean contains(int seq) {
    return seen.contains(seq);
  }

  /** How many numbers were claimed. */
  synchronized int size() {
    return size;
  }

  synchronized boolean isHalfFull() {
    return size >= SIZE / 2;
  }

  /**
   * About what the numbers take beyond {@link #EMPTY_BYTES}: two bytes each, in arrays that double,
   * until a bitmap is smaller; next to nothing when all numbers are there.
   *
   * @param size how many numbers
   */
  static int bytes(int size) {
    if (size <= FIRST_NUMBERS || size == SIZE) {
      return 0;
    }
    return Math.min(MAX_BYTES, Short.BYTES * 2 * Integer.highestOneBit(size - 1));
  }

  RunId run() {
    return run;
  }

  int index() {
    return index;
  }

  /** The numbers themselves; a copy. */
  synchronized RoaringBitmap seqs() {
    return seen.clone();
  }
}
