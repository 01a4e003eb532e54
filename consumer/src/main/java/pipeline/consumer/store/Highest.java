package pipeline.consumer.store;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Collects the first items of an order, of which memory holds no others. Not thread-safe. */
public final class Highest<T> {
  private final int limit;
  private final Comparator<T> highestFirst;
  private final PriorityQueue<T> best;

  /** Collects at most {@code limit}. */
  public Highest(int limit, Comparator<T> highestFirst) {
    this.limit = limit;
    this.highestFirst = highestFirst;
    this.best = new PriorityQueue<>(highestFirst.reversed());
  }

  /** Takes another item into consideration. */
  public void add(T item) {
    best.add(item);
    if (best.size() > limit) {
      best.remove();
    }
  }

  /** The highest of all that were added, the highest first. */
  public List<T> list() {
    return best.stream().sorted(highestFirst).toList();
  }
}
