package pipeline.server.admission;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.roaringbitmap.RoaringBitmap;

/**
 * A run that is in: which of its lines were taken, kept and thus charged as the consumer keeps them
 * (a bitmap for each 65,536 neighbours), and what it has of the budgets. Thread-safe.
 */
final class AdmittedRun {
  /** What a run costs the consumer without any line. */
  private static final int RUN_BYTES = 320;

  /** What a chunk costs besides the bits: measured, and rounded up. */
  private static final int CHUNK_BYTES = 320;

  private static final int CHUNK_BITS = 16;

  private static final int SIZE = 1 << CHUNK_BITS;

  private final Budget.Account identities;
  private final Budget.Account words;
  private final KnownNames known;
  private final Map<Integer, Chunk> chunks = new HashMap<>();

  /** By the nanosecond clock. */
  private long lastSeen;

  private boolean forgotten;

  /** What becomes of a line. */
  enum Decision {
    TAKEN,
    OVER_IDENTITIES,
    OVER_WORDS,
    /** The run is not in any more; another may be in under its id. */
    FORGOTTEN
  }

  /** Some of the run's lines. */
  private static final class Chunk {
    private final RoaringBitmap seqs = new RoaringBitmap();
    private int lines;
    private long charged;

    boolean add(int seq) {
      boolean isNew = seqs.checkedAdd(seq);
      if (isNew && ++lines == SIZE) {
        seqs.runOptimize();
      }
      return isNew;
    }

    void remove(int seq) {
      seqs.remove(seq);
      lines--;
    }

    /** Two bytes for each line, in arrays that double; a bitmap, or less when all are there. */
    long cost() {
      return lines == SIZE
          ? CHUNK_BYTES
          : CHUNK_BYTES + Math.min(SIZE / Byte.SIZE, 4L * Integer.highestOneBit(lines));
    }
  }

  AdmittedRun(Budget identities, Budget words, KnownNames known, long now) {
    this.identities = identities.open();
    this.words = words.open();
    this.known = known;
    this.lastSeen = now;
    // if the budget has not even this, the first line is refused
    this.identities.take(RUN_BYTES);
  }

  /**
   * Charges a line, unless it was taken before.
   *
   * @param names what it counts
   */
  Decision take(int seq, Collection<String> names, long now) {
    // most names are known, and finding that out needs no lock
    return take(seq, names, known.costOfNew(names), now);
  }

  private synchronized Decision take(int seq, Collection<String> names, long costOfNew, long now) {
    if (forgotten) {
      return Decision.FORGOTTEN;
    }
    lastSeen = now;
    Chunk chunk = chunks.computeIfAbsent(seq >>> CHUNK_BITS, index -> new Chunk());
    if (!chunk.add(seq)) {
      return Decision.TAKEN;
    }
    if (!charge(chunk)) {
      remove(seq, chunk);
      return Decision.OVER_IDENTITIES;
    }
    if (costOfNew > 0 && !charge(names, costOfNew)) {
      remove(seq, chunk);
      return Decision.OVER_WORDS;
    }
    return Decision.TAKEN;
  }

  /** Gives back what it has if its last line came before then; but words stay counted. */
  synchronized boolean forgetIfIdleSince(long nanos) {
    if (!forgotten && lastSeen - nanos < 0) {
      forgotten = true;
      identities.close();
      words.abandon();
    }
    return forgotten;
  }

  private boolean charge(Chunk chunk) {
    long cost = chunk.cost();
    long more = cost - chunk.charged;
    if (more < 0) {
      identities.giveBack(-more);
    } else if (!identities.take(more)) {
      return false;
    }
    chunk.charged = cost;
    return true;
  }

  private void remove(int seq, Chunk chunk) {
    chunk.remove(seq);
    if (chunk.lines == 0) {
      identities.giveBack(chunk.charged);
      chunks.remove(seq >>> CHUNK_BITS);
    } else {
      charge(chunk);
    }
  }

  private boolean charge(Collection<String> names, long cost) {
    if (!words.take(cost)) {
      return false;
    }
    // less if another run brought them meanwhile
    words.giveBack(cost - known.add(names));
    return true;
  }
}
