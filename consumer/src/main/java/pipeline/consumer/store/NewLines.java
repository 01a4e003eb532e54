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

  /**
   * The lines of the entry whose numbers are not in {@code known}, which may hold other numbers
   * too.
   */
  public static <P> NewLines<P> of(Entry<P> entry, RoaringBitmap known) {
    RoaringBitmap its = RoaringBitmap.and(numbers(entry), known);
    return new NewLines<>(entry, its.isEmpty() ? NONE : its);
  }

  /** The numbers of all lines of the entry; a new bitmap. */
  private static RoaringBitmap numbers(Entry<?> entry) {
    long first = entry.key().seq();
    return RoaringBitmap.bitmapOfRange(first, first + entry.count());
  }

  /** The number of lines to be counted. */
  public int count() {
    return entry.count() - known.getCardinality();
  }

  /** The numbers of the lines to be counted; a new bitmap. */
  public RoaringBitmap numbers() {
    RoaringBitmap numbers = numbers(entry);
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

  /** The lines without those whose numbers are in {@code counted}. */
  public NewLines<P> without(RoaringBitmap counted) {
    return of(entry, RoaringBitmap.or(known, counted));
  }

  /** The lines that are in a part of the entry, see {@link Entry#part}. */
  public NewLines<P> part(int from, int to) {
    return of(entry.part(from, to), known);
  }
}
