package pipeline.consumer.store.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * The items that a store works on, by key: made from the durable state when they are first needed,
 * and dropped when they were not touched for a generation. There are two: items that were touched
 * are young, those of the generation before are old, and become young when they are touched. When
 * the young ones take much memory, they become the old ones, and the old ones that were not touched
 * are dropped. Touching an item that is young costs one look into a map.
 *
 * <p>Items that changed are noted, each once, so that the cost of a commit grows with the changes.
 *
 * <p>Nothing is lost when items are dropped, and no item is ever there twice, because of the order
 * of steps:
 *
 * <ol>
 *   <li>A user changes the item that it gets here, and notes the change, under a lock that {@link
 *       #endGeneration} excludes. So no item is dropped between its lookup and the note.
 *   <li>A commit takes all noted changes, makes them durable, and lets loads see them. Only then a
 *       generation ends.
 *   <li>An item that a generation's end drops was old and not touched since the end before; so its
 *       last change was noted before that, and taken by a commit that has ended.
 *   <li>So the durable state of an item that is not here has all its changes.
 * </ol>
 *
 * <p>Thread-safe, except where a method says otherwise.
 */
final class WorkingSet<K, V extends WorkingSet.Item> {
  private final Function<K, V> load;
  private final LongAdder weight = new LongAdder();
  private final Queue<V> changed = new ConcurrentLinkedQueue<>();
  private final LongAdder changes = new LongAdder();
  private volatile ConcurrentHashMap<K, V> young = new ConcurrentHashMap<>();
  private volatile ConcurrentHashMap<K, V> old = new ConcurrentHashMap<>();

  /**
   * An empty set.
   *
   * @param load makes an item from what is durable, also if that is nothing; touches no set
   */
  WorkingSet(Function<K, V> load) {
    this.load = load;
  }

  /** An item that knows whether its change is noted already; it belongs to one set. */
  abstract static class Item {
    private static final AtomicIntegerFieldUpdater<Item> NOTED =
        AtomicIntegerFieldUpdater.newUpdater(Item.class, "noted");

    private volatile int noted;

    /** About how many bytes the item takes. */
    abstract long bytes();
  }

  /** The item of a key, which becomes young. */
  V get(K key) {
    V item = young.get(key);
    return item != null ? item : young.computeIfAbsent(key, this::touch);
  }

  private V touch(K key) {
    V kept = old.get(key);
    V item = kept != null ? kept : load.apply(key);
    weight.add(item.bytes());
    return item;
  }

  /** Notes that an item takes {@code bytes} more. */
  void grow(long bytes) {
    weight.add(bytes);
  }

  /** The approximate bytes of the young items. */
  long weight() {
    return weight.sum();
  }

  /** Notes that an item has changed. */
  void changed(V item) {
    Item base = item;
    if (base.noted == 0 && Item.NOTED.compareAndSet(base, 0, 1)) {
      changed.add(item);
      changes.increment();
    }
  }

  /** The number of items that changed since the last drain. */
  long changes() {
    return changes.sum();
  }

  /**
   * Removes the items that changed since the last call, and returns what they are to be in the
   * file. All users must be held off, or an item could be drained half changed.
   */
  <T> List<Map.Entry<String, T>> drain(Function<V, Map.Entry<String, T>> stored) {
    List<Map.Entry<String, T>> items = new ArrayList<>();
    for (V item = changed.poll(); item != null; item = changed.poll()) {
      ((Item) item).noted = 0;
      items.add(stored.apply(item));
    }
    changes.reset();
    return items;
  }

  /**
   * Drops the items that were not touched since the last call. All users must be held off, and
   * every change that was noted before the last call must be durable.
   */
  void endGeneration() {
    old = young;
    young = new ConcurrentHashMap<>();
    weight.reset();
  }
}
