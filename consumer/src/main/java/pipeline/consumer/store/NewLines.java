package pipeline.consumer.store;

import java.util.function.Consumer;
import org.roaringbitmap.RoaringBitmap;
import pipeline.wire.codec.Entry;

/**
 * The lines of an entry that are to be counted. Immutable.
 *
 * @param known the numbers of its other lines, which were counted before; not to be changed
 */
public record NewLines<P>(Entry<P> entry, RoaringBitmap known) {

  private static final RoaringBitmap NONE = new RoaringBitmap();

  /** All lines of the entry. */
  public static <P> NewLines<P> of(Entry<P> entry) {
    return new NewLines<>(entry, NONE);
  }

  /** The number of lines to be counted. */
  public int count() {
    return entry.count() - known.getCardinality();
  }

  /** The numbers of the lines to be counted; a new bitmap. */
  public RoaringBitmap numbers() {
    long first = entry.key().seq();
    RoaringBitmap numbers = RoaringBitmap.bitmapOfRange(first, first + entry.count());
    numbers.andNot(known);
    return numbers;
  }

  /** Hands over payloads that together count these lines. */
  public void forEachPayload(Consumer<P> count) {
    if (known.isEmpty()) {
      entry.lines().payloads().forEach(count);
      return;
    }
    for (int i = 0; i < entry.count(); i++) {
      if (!known.contains(entry.key().seq() + i)) {
        count.accept(entry.lines().line(i));
      }
    }
  }

  /** The lines without those whose numbers are in {@code counted}, which may hold others too. */
  public NewLines<P> without(RoaringBitmap counted) {
    RoaringBitmap more = RoaringBitmap.and(numbers(), counted);
    return more.isEmpty() ? this : new NewLines<>(entry, RoaringBitmap.or(known, more));
  }

  /** The lines that are in a part of the entry, see {@link Entry#part}. */
  public NewLines<P> part(int from, int to) {
    return of(entry.part(from, to)).without(known);
  }
}
