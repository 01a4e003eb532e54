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

  /** True if {@code seq} was not claimed before; from now on it is. */
  synchronized boolean claim(int seq) {
    if (!seen.checkedAdd(seq)) {
      return false;
    }
    size++;
    if (size == SIZE) {
      seen.runOptimize();
    }
    return true;
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
