package pipeline.consumer.store.memory;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * A cache of the objects that a store works on, by key: made from the durable state when they are
 * first needed, and dropped when they were not touched for a generation. There are two: objects
 * that were touched are young, those of the generation before are old, and become young when they
 * are touched. When the young ones take much memory, they become the old ones, and the old ones
 * that were not touched are dropped. Touching an object that is young costs one look into a map.
 *
 * <p>Nothing is lost by that, and no object is ever there twice, because of the order of steps:
 *
 * <ol>
 *   <li>A user changes the object that it gets here, and notes the change, under a lock that {@link
 *       #endGeneration} excludes. So no object is dropped between its lookup and the note.
 *   <li>A commit takes all noted changes, makes them durable, and lets loads see them. Only then a
 *       generation ends.
 *   <li>An object that a generation's end drops was old and not touched since the end before; so
 *       its last change was noted before that, and taken by a commit that has ended.
 *   <li>So the durable state of an object that is not here has all its changes.
 * </ol>
 *
 * <p>Thread-safe, except where a method says otherwise.
 */
final class GenerationCache<K, V> {
  private final Function<K, V> load;
  private final ToLongFunction<V> weigher;
  private final LongAdder weight = new LongAdder();
  private volatile ConcurrentHashMap<K, V> young = new ConcurrentHashMap<>();
  private volatile ConcurrentHashMap<K, V> old = new ConcurrentHashMap<>();

  /**
   * An empty cache.
   *
   * @param load makes an object from what is durable, also if that is nothing; touches no cache
   * @param weigher about how many bytes an object takes, when it becomes young
   */
  GenerationCache(Function<K, V> load, ToLongFunction<V> weigher) {
    this.load = load;
    this.weigher = weigher;
  }

  /** The object of a key, which becomes young. */
  V get(K key) {
    V value = young.get(key);
    return value != null ? value : young.computeIfAbsent(key, this::touch);
  }

  private V touch(K key) {
    V kept = old.get(key);
    V value = kept != null ? kept : load.apply(key);
    weight.add(weigher.applyAsLong(value));
    return value;
  }

  /** Notes that an object takes {@code bytes} more. */
  void grow(long bytes) {
    weight.add(bytes);
  }

  /** The approximate bytes of the young objects. */
  long weight() {
    return weight.sum();
  }

  /** Drops an object that is not durable any more; all users must be held off. */
  void remove(K key) {
    young.remove(key);
    old.remove(key);
  }

  /**
   * Drops the objects that were not touched since the last call. All users must be held off, and
   * every change that was noted before the last call must be durable.
   */
  void endGeneration() {
    old = young;
    young = new ConcurrentHashMap<>();
    weight.reset();
  }
}
