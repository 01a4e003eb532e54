package pipeline.server.admission;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.roaringbitmap.RoaringBitmap;

/**
 * An admitted run: which of its lines were taken, and what it has of the budgets. The lines are
 * kept as the consumer keeps them, a bitmap for each 65,536 numbers, since they are charged by what
 * they cost there. Thread-safe.
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

  /** What {@code take} decides. */
  enum Decision {
    TAKEN,
    OVER_IDENTITIES,
    OVER_WORDS,
    /** The run has left since; its id may have been admitted anew. */
    FORGOTTEN
  }

  /** Those of the run's lines whose numbers agree in all but their low 16 bits. */
  private static final class Chunk {
    private final RoaringBitmap seqs = new RoaringBitmap();

    int lines() {
      return seqs.getCardinality();
    }

    /** How many of these lines are not there. */
    int missing(int from, int to) {
      return from == to
          ? (seqs.contains(from) ? 0 : 1)
          : to - from + 1 - (int) seqs.rangeCardinality(from, to + 1L);
    }

    void add(int from, int to) {
      if (from == to) {
        seqs.add(from);
      } else {
        seqs.add(from, to + 1L);
        // as runs it would grow beyond its charge with single lines that have gaps between them
        seqs.removeRunCompression();
      }
      if (lines() == SIZE) {
        seqs.runOptimize();
      }
    }

    /** Two bytes for each line, in arrays that double; a bitmap, or less when all are there. */
    static long cost(int lines) {
      if (lines == 0) {
        return 0;
      }
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
   * Charges consecutive lines, but for those that were taken before: all of them or none.
   *
   * @param names what they count
   */
  Decision take(int first, int count, Collection<String> names, long now) {
    // most names are known, and finding that out needs no lock
    return take(first, first + count - 1, names, known.costOfNew(names), now);
  }

  private synchronized Decision take(
      int first, int last, Collection<String> names, long costOfNew, long now) {
    if (forgotten) {
      return Decision.FORGOTTEN;
    }
    lastSeen = now;
    int missing = 0;
    long more = 0;
    for (int index = first >>> CHUNK_BITS; index <= last >>> CHUNK_BITS; index++) {
      Chunk chunk = chunks.get(index);
      int from = firstOf(index, first);
      int to = lastOf(index, last);
      int lines = chunk == null ? 0 : chunk.lines();
      int added = chunk == null ? to - from + 1 : chunk.missing(from, to);
      missing += added;
      more += Chunk.cost(lines + added) - Chunk.cost(lines);
    }
    if (missing == 0) {
      return Decision.TAKEN;
    }
    if (more > 0 && !identities.take(more)) {
      return Decision.OVER_IDENTITIES;
    }
    if (costOfNew > 0 && !charge(names, costOfNew)) {
      identities.giveBack(Math.max(0, more));
      return Decision.OVER_WORDS;
    }
    identities.giveBack(Math.max(0, -more));
    for (int index = first >>> CHUNK_BITS; index <= last >>> CHUNK_BITS; index++) {
      chunks
          .computeIfAbsent(index, unused -> new Chunk())
          .add(firstOf(index, first), lastOf(index, last));
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

  /** The first line of a chunk that is no earlier than {@code first}. */
  private static int firstOf(int chunk, int first) {
    return Math.max(first, chunk << CHUNK_BITS);
  }

  /** The last line of a chunk that is no later than {@code last}. */
  private static int lastOf(int chunk, int last) {
    return Math.min(last, (chunk << CHUNK_BITS) + SIZE - 1);
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
