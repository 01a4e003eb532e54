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

  /** Counts of the given numbers, which are in memory, in any order. */
  static Counts of(Collection<NamedCount> counts) {
    return counts.stream()
            .sorted(Comparator.comparing(NamedCount::name, NamedCount::compareNames))
            .toList()
        ::forEach;
  }
}
