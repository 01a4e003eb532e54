package pipeline.consumer.store.redis;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.function.BiConsumer;
import pipeline.consumer.store.NewLines;
import pipeline.wire.query.CounterUpdates;

/**
 * Lines that Redis is to count, in the order of arrival. They wait as they came; what they change
 * is worked out for one batch at a time. Not thread-safe.
 */
final class UncountedLines<P> {
  private final BiConsumer<P, CounterUpdates> count;
  private final Deque<NewLines<P>> waiting = new ArrayDeque<>();

  /** The lines in the last batch, which come before those that wait. */
  private final Deque<NewLines<P>> taken = new ArrayDeque<>();

  /**
   * A queue without lines.
   *
   * @param count applies a payload to counters
   */
  UncountedLines(BiConsumer<P, CounterUpdates> count) {
    this.count = count;
  }

  void addAll(Collection<NewLines<P>> lines) {
    waiting.addAll(lines);
  }

  boolean isEmpty() {
    return waiting.isEmpty() && taken.isEmpty();
  }

  /**
   * Adds the first lines to a new batch, up to {@code maxItems}. A line that cannot be divided is
   * added to an empty batch whatever its size.
   */
  void fill(RedisBatch batch, int maxItems) {
    remove(new Identities()); // the outcome of the last batch is unknown
    while (!waiting.isEmpty()) {
      NewLines<P> next = waiting.remove();
      int lines = next.entry().count();
      int items = items(next);
      if (items > maxItems && lines > 1) {
        waiting.addFirst(next.part(lines / 2, lines));
        waiting.addFirst(next.part(0, lines / 2));
      } else if (batch.size() > 0 && batch.size() + items > maxItems) {
        waiting.addFirst(next);
        return;
      } else if (next.count() > 0) {
        add(next, batch);
        taken.add(next);
      }
    }
  }

  private void add(NewLines<P> lines, RedisBatch batch) {
    batch.claim(lines.entry().key().run(), lines.numbers());
    lines.forEachPayload(payload -> count.accept(payload, batch));
  }

  /** Removes the lines of the last batch that Redis has counted; its other lines wait again. */
  void remove(Identities counted) {
    while (!taken.isEmpty()) {
      NewLines<P> last = taken.removeLast();
      NewLines<P> left = last.without(counted.of(last.entry().key().run()));
      if (left.count() > 0) {
        waiting.addFirst(left);
      }
    }
  }

  /** The approximate number of items that these lines are in a batch of their own. */
  private int items(NewLines<P> lines) {
    UpdateCounter updates = new UpdateCounter();
    lines.forEachPayload(payload -> count.accept(payload, updates));
    return lines.count() + updates.count;
  }

  /** Counts the updates that it is asked for. */
  private static final class UpdateCounter implements CounterUpdates {
    private int count;

    @Override
    public void add(String number, long by) {
      count++;
    }

    @Override
    public void add(String table, String row, long by) {
      count++;
    }

    @Override
    public void put(String set, String member) {
      count++;
    }
  }
}
