package pipeline.consumer.store.file;

import java.util.Map;
import java.util.Set;
import org.h2.mvstore.MVMap;

/**
 * A map of the state file whose entries are all part of a checksum. Not thread-safe.
 *
 * @param <V> String, Long or byte[]
 */
final class CheckedMap<V> {

  /** Hashes an entry, such as {@code Checksum::hash}. */
  interface Hash<V> {
    long of(String key, V value);
  }

  private final MVMap<String, V> map;
  private final Checksum checksum;
  private final Hash<V> hash;

  CheckedMap(MVMap<String, V> map, Checksum checksum, Hash<V> hash) {
    this.map = map;
    this.checksum = checksum;
    this.hash = hash;
  }

  /** Adds the entries that are there already to the checksum. */
  void sumUp() {
    map.forEach((key, value) -> checksum.add(hash.of(key, value)));
  }

  void put(String key, V value) {
    forget(key, map.put(key, value));
    checksum.add(hash.of(key, value));
  }

  void remove(String key) {
    forget(key, map.remove(key));
  }

  private void forget(String key, V old) {
    if (old != null) {
      checksum.remove(hash.of(key, old));
    }
  }

  /** The value, or null. */
  V get(String key) {
    return map.get(key);
  }

  Set<Map.Entry<String, V>> entries() {
    return map.entrySet();
  }
}
