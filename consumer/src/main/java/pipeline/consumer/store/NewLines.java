package pipeline.consumer.store;

import java.util.function.Consumer;
import org.roaringbitmap.RoaringBitmap;
import pipeline.wire.codec.Entry;

/**
 * Those lines of an entry that are to be counted. Immutable.
 *
 * @param known the numbers of its other lines, which were counted before; not to be changed
 */
public record NewLines<P>(Entry<P> entry, RoaringBitmap known) {

  private static final RoaringBitmap NONE = new RoaringBitmap();

  /** The lines of the entry whose numbers are not in {@code known}, which may hold others too. */
  public static <P> NewLines<P> of(Entry<P> entry, RoaringBitmap known) {
    RoaringBitmap its = RoaringBitmap.and(numbers(entry), known);
    return new NewLines<>(entry, its.isEmpty() ? NONE : its);
  }

  /** The numbers of all lines; a new bitmap. */
  private static RoaringBitmap numbers(Entry<?> entry) {
    long first = entry.key().seq();
    return RoaringBitmap.bitmapOfRange(first, first + entry.count());
  }

  /** How many lines are to be counted. */
  public int count() {
    return entry.count() - known.getCardinality();
  }

  /** Their numbers; a new bitmap. */
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

  /** Those of them whose numbers {@code counted} does not have. */
  public NewLines<P> without(RoaringBitmap counted) {
    return of(entry, RoaringBitmap.or(known, counted));
  }

  /** Those of them that are among some lines of the entry, see {@link Entry#part}. */
  public NewLines<P> part(int from, int to) {
    return of(entry.part(from, to), known);
  }
}
