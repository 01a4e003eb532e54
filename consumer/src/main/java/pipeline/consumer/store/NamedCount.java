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
  private static final int MAX_SHOWN = 80;

  private static final Comparator<NamedCount> HIGHEST_FIRST =
      Comparator.comparingLong(NamedCount::count).reversed().thenComparing(NamedCount::name);

  /** The name for a person to read: its first 80 characters, and a sign that there are more. */
  public String shownName() {
    if (name.length() <= MAX_SHOWN) {
      return name;
    }
    boolean splitsPair = Character.isHighSurrogate(name.charAt(MAX_SHOWN - 1));
    return name.substring(0, splitsPair ? MAX_SHOWN - 1 : MAX_SHOWN) + "…";
  }

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
