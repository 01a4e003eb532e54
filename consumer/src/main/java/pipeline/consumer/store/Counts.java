package pipeline.consumer.store;

import java.util.Collection;
import java.util.Comparator;
import java.util.function.Consumer;

/** All counted numbers, which may be more than memory has room for. */
public interface Counts {

  /**
   * Hands over all numbers, in the order of their names' UTF-8 bytes; the time grows with their
   * number.
   */
  void forEachCount(Consumer<NamedCount> each);

  /**
   * Hands over all numbers in any order, but those of a table together. Where a store has no order,
   * this is quicker; it may then hand over a number twice while others are removed from it.
   */
  default void forEachUnsorted(Consumer<NamedCount> each) {
    forEachCount(each);
  }

  /** Counts of the given numbers, which are in memory, in any order. */
  static Counts of(Collection<NamedCount> counts) {
    return counts.stream()
            .sorted(Comparator.comparing(NamedCount::name, NamedCount::compareNames))
            .toList()
        ::forEach;
  }
}
