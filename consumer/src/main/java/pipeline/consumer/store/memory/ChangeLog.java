package pipeline.consumer.store.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * The items that changed since the last drain, each once, so that the cost of a checkpoint grows
 * with the changes, not with all items. Adding is thread-safe. Draining needs the adders held off:
 * an item that changes meanwhile could be drained half changed.
 */
final class ChangeLog<T extends ChangeLog.Item> {
  private final Queue<T> changed = new ConcurrentLinkedQueue<>();
  private final LongAdder size = new LongAdder();

  /** The items of the last drain. */
  private List<T> drained = List.of();

  /** Notes that {@code item} has changed. */
  void add(T item) {
    if (item.mark()) {
      changed.add(item);
      size.increment();
    }
  }

  /** The number of items that changed since the last drain. */
  long size() {
    return size.sum();
  }

  /** Removes and returns the items that changed since the last call. */
  List<T> drain() {
    List<T> items = new ArrayList<>();
    for (T item = changed.poll(); item != null; item = changed.poll()) {
      item.unmark();
      items.add(item);
    }
    size.reset();
    drained = items;
    return items;
  }

  /** The items that changed since the last drain, in no order; adders must be held off. */
  Stream<T> stream() {
    return changed.stream();
  }

  /** Notes the items of the last drain again, as they were not made durable. Thread-safe. */
  void putBack() {
    drained.forEach(this::add);
    drained = List.of();
  }

  /** An item that knows whether it is in its log already; it belongs to one log. */
  abstract static class Item {
    private static final AtomicIntegerFieldUpdater<Item> MARKED =
        AtomicIntegerFieldUpdater.newUpdater(Item.class, "marked");

    private volatile int marked;

    boolean mark() {
      return marked == 0 && MARKED.compareAndSet(this, 0, 1);
    }

    void unmark() {
      marked = 0;
    }
  }
}
