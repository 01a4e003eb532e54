package pipeline.flink;

import pipeline.consumer.store.Counting;

/**
 * A number that grows, or what is added to it.
 *
 * @param group the table or the set that it is a row or a member of; empty if it is neither
 * @param row the name in the group
 * @param value 0 for the member of a set, however often it is put there
 */
public record Count(String group, String row, long value) {
  /** What the count is kept under; no name has a tab in it. */
  String key() {
    return group + "\t" + row;
  }

  Count plus(Count other) {
    return new Count(group, row, value + other.value);
  }

  /** The line {@code count<TAB>name} of a dump. */
  String line(Counting<?> counting) {
    String name = group.isEmpty() ? row : counting.rowName(group, row);
    return Math.max(1, value) + "\t" + name;
  }
}
