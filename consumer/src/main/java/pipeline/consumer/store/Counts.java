package pipeline.consumer.store;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.lang3.function.FailableConsumer;

/** All counted numbers, which may be more than memory has room for. */
public interface Counts {

  /**
   * Hands over all numbers, in the order of their names' UTF-8 bytes; the time grows with their
   * number.
   */
  <E extends Exception> void forEachCount(FailableConsumer<NamedCount, E> each) throws E;

  /** Counts of the given numbers, which are in memory, in any order. */
  static Counts of(Collection<NamedCount> counts) {
    List<NamedCount> sorted =
        counts.stream()
            .sorted(Comparator.comparing(NamedCount::name, NamedCount::compareNames))
            .toList();
    return new Counts() {
      @Override
      public <E extends Exception> void forEachCount(FailableConsumer<NamedCount, E> each)
          throws E {
        for (NamedCount count : sorted) {
          each.accept(count);
        }
      }
    };
  }
}
