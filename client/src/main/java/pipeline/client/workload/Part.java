package pipeline.client.workload;

/**
 * The part of every round that one client of a fleet sends: each {@code of}-th block of lines. So
 * clients that know nothing of each other send each line once, under the number that it would have
 * in a load of one client.
 *
 * @param number from 1
 * @param of how many clients share the input; 1 for no fleet
 */
public record Part(int number, int of) {
  /** The whole input, which is one block. */
  public static final Part WHOLE = new Part(1, 1);

  /** The lines of a block, for which servers and consumers keep their records too. */
  private static final long MOST_LINES = 65_536;

  /**
   * The number of lines in each block but the last of a round; an input with less than a full block
   * for each part is divided evenly.
   *
   * @param size how many lines a round has; not 0
   */
  long blockLines(long size) {
    return of == 1 ? size : Math.min(MOST_LINES, (size + of - 1) / of);
  }

  /** The number of this part's first line within a round, {@code size} or more if it has none. */
  long firstLine(long size) {
    return (number - 1) * blockLines(size);
  }

  /** The number of lines from the start of one of this part's blocks to that of the next. */
  long stride(long size) {
    return of * blockLines(size);
  }

  /** The number of this part's lines in a round. */
  long lines(long size) {
    return requests(size, 1);
  }

  /** The number of requests for this part of a round, if each has that many lines of one block. */
  long requests(long size, int linesEach) {
    if (size == 0) {
      return 0;
    }
    long inBlock = (blockLines(size) + linesEach - 1) / linesEach;
    long fullRounds = size / stride(size);
    long rest = Math.max(0, size - fullRounds * stride(size) - firstLine(size));
    long restLines = Math.min(rest, blockLines(size));
    return fullRounds * inBlock + (restLines + linesEach - 1) / linesEach;
  }

  @Override
  public String toString() {
    return number + "/" + of;
  }
}
