package pipeline.consumer.store.memory;

import org.roaringbitmap.RoaringBitmap;
import pipeline.wire.identity.RunId;

/**
 * Which of 65,536 neighbouring sequence numbers of one run were counted: at most 8 KiB, and a few
 * bytes when all were. Thread-safe.
 */
final class SeqChunk extends ChangeLog.Item {
  /** A chunk spans the numbers that agree in all but this many low bits. */
  static final int BITS = 16;

  private static final int SIZE = 1 << BITS;

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

  /** Where the chunk of {@code seq} ends: the first number beyond it. */
  static long end(long seq) {
    return ((seq >>> BITS) + 1) << BITS;
  }

  /**
   * Claims the numbers of this chunk from {@code from} to the one before {@code to}.
   *
   * @param known to which it adds those that were claimed before
   * @return whether one of them was new
   */
  synchronized boolean claim(long from, long to, RoaringBitmap known) {
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
    if (size == SIZE) {
      seen.runOptimize();
    } else {
      // a bitmap of runs would stay one and take more than a chunk's bytes once gaps come in
      seen.removeRunCompression();
    }
    return true;
  }

  private void addKnown(long from, long to, RoaringBitmap known) {
    if (seen.intersects(from, to)) {
      RoaringBitmap range = RoaringBitmap.bitmapOfRange(from, to);
      range.and(seen);
      known.or(range);
    }
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
