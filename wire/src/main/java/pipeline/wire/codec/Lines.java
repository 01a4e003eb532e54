package pipeline.wire.codec;

import java.util.List;

/**
 * The payloads of consecutive lines of one run: of one line, or of a request with many. Immutable
 * and thread-safe.
 *
 * @param <P> a line's payload, such as its words with their counts
 */
public interface Lines<P> {
  /** The most lines that a range can have. */
  int MAX = 1_000_000;

  /** Lines with a payload each, at least one. */
  static <P> Lines<P> of(List<P> payloads) {
    // lines whose payloads have nothing in common
    record LineList<Q>(List<Q> payloads) implements Lines<Q> {
      @Override
      public int count() {
        return payloads.size();
      }

      @Override
      public Q line(int index) {
        return payloads.get(index);
      }

      @Override
      public Lines<Q> part(int from, int to) {
        return new LineList<>(payloads.subList(from, to));
      }
    }
    return new LineList<>(List.copyOf(payloads));
  }

  /** The number of lines, at least one. */
  int count();

  /** The payload of one line, counted from 0; it may be made for this call. */
  P line(int index);

  /** The lines from {@code from} to the one before {@code to}, at least one. */
  Lines<P> part(int from, int to);

  /**
   * Payloads that together count all lines: one for each line, or fewer that say the same, where
   * that is less work.
   */
  List<P> payloads();
}
