package pipeline.consumer.store;

import java.util.Collection;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/**
 * A counted number at one moment.
 *
 * @param name a word; in other workloads the number's own name, or TABLE/ROW, or SET/MEMBER
 */
public record NamedCount(String name, long count) {
  private static final Comparator<NamedCount> HIGHEST_FIRST =
      Comparator.comparingLong(NamedCount::count).reversed().thenComparing(NamedCount::name);

  /** The {@code limit} highest counts, equal ones by name. */
  public static Stream<NamedCount> top(Collection<NamedCount> counts, int limit) {
    PriorityQueue<NamedCount> best = new PriorityQueue<>(HIGHEST_FIRST.reversed());
    for (NamedCount count : counts) {
      best.add(count);
      if (best.size() > limit) {
        best.remove();
      }
    }
    return best.stream().sorted(HIGHEST_FIRST);
  }

  /** The sum of those whose names start with {@code prefix}. */
  public static long sum(Collection<NamedCount> counts, String prefix) {
    return counts.stream()
        .filter(count -> count.name().startsWith(prefix))
        .mapToLong(NamedCount::count)
        .sum();
  }
}
