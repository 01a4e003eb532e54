package pipeline.flink;

import pipeline.consumer.store.Counting;
import pipeline.consumer.store.redis.RedisFigures;

/**
 * A number that grows, or what is added to it.
 *
 * @param group the table or the set that it is a row or a member of; empty if it is neither
 * @param row the name in the group
 * @param value 0 for the member of a set, however often it is put there
 */
public record Count(String group, String row, long value) implements Totals.Total<Count> {
  /** What the count is kept under; no name has a tab in it. */
  @Override
  public String key() {
    return group + "\t" + row;
  }

  @Override
  public Count plus(Count other) {
    return new Count(group, row, value + other.value);
  }

  /** The line {@code count<TAB>name} of a dump. */
  @Override
  public String line(Counting<?> counting) {
    return Math.max(1, value) + "\t" + (group.isEmpty() ? row : counting.rowName(group, row));
  }

  @Override
  public void store(RedisFigures redis) {
    if (group.isEmpty()) {
      redis.number(row, value);
    } else if (value == 0) {
      redis.member(group, row);
    } else {
      redis.row(group, row, value);
    }
  }
}
