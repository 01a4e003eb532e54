package pipeline.wire.identity;

/**
 * The division of all lines over the partitions of a queue. Blocks of 65,536 neighbouring lines of
 * a run go to the partitions in turn, so that each run loads all alike, and its messages stay
 * whole; where the first block goes depends on the run. Every server must divide alike for as long
 * as the queues live, so this never changes. Immutable.
 *
 * @param number from 1 to {@link #MAX}
 */
public record Partitions(int number) {
  public static final int MAX = 64;

  /** What is not divided. */
  public static final Partitions ONE = new Partitions(1);

  private static final int BLOCK_BITS = 16;

  /** The partition, counted from 0, of the line with this number in its run. */
  public int of(RunId run, long seq) {
    return (int) ((mix(run) + (seq >>> BLOCK_BITS)) % number);
  }

  /** The partition of the end of a run, which is that of its first line. */
  public int of(RunEnd end) {
    return of(end.run(), 0);
  }

  /** The number of lines, at most {@code count}, from this one on that are in its partition. */
  public int together(int seq, int count) {
    return number == 1 ? count : inBlock(seq, count);
  }

  /** The number of lines, at most {@code count}, from this one on that are in its block. */
  public static int inBlock(int seq, int count) {
    long end = (block(seq) + 1L) << BLOCK_BITS;
    return (int) Math.min(count, end - seq);
  }

  /** The number of a line's block in its run. */
  public static int block(int seq) {
    return seq >>> BLOCK_BITS;
  }

  /** A number from 0 to 2^31 - 1 in which each bit of the run's id changes each bit. */
  private static long mix(RunId run) {
    // the finalizer of MurmurHash3, after both halves are joined by the golden ratio's bits
    long mixed = run.high() * 0x9E37_79B9_7F4A_7C15L + run.low();
    mixed = (mixed ^ (mixed >>> 33)) * 0xFF51_AFD7_ED55_8CCDL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xC4CE_B9FE_1A85_EC53L;
    return (mixed ^ (mixed >>> 33)) >>> 33;
  }
}
