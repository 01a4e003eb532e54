package pipeline.wire.codec;

import java.util.List;
import pipeline.wire.identity.RequestKey;

/**
 * The lines of a request: one line, or a range of lines whose identities follow each other.
 *
 * @param key of the first line; the others have the next numbers of its run
 * @param <P> a line's payload, such as its words with their counts
 */
public record Entry<P>(RequestKey key, Lines<P> lines) {

  /**
   * Checks that every line has an identity.
   *
   * @throws IllegalArgumentException if the last number would be beyond those of a run
   */
  public Entry {
    if (lines.count() > Integer.MAX_VALUE - key.seq() + 1L) {
      throw new IllegalArgumentException(
          lines.count() + " lines from " + key.seq() + " pass the last number of a run");
    }
  }

  /** An entry of one line. */
  public static <P> Entry<P> single(RequestKey key, P payload) {
    return new Entry<>(key, Lines.of(List.of(payload)));
  }

  /** The number of lines. */
  public int count() {
    return lines.count();
  }

  /**
   * The part of the entry from line {@code from} to the one before {@code to}, at least one line.
   */
  public Entry<P> part(int from, int to) {
    return new Entry<>(new RequestKey(key.run(), key.seq() + from), lines.part(from, to));
  }
}
