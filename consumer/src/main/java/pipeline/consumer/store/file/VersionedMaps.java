package pipeline.consumer.store.file;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.DataType;
import org.h2.mvstore.type.LongDataType;
import org.h2.mvstore.type.StringDataType;
import pipeline.consumer.store.NamedCount;

/**
 * The maps of one MVStore, in a file or in memory, under one checksum. The changes of a step become
 * valid at its end, so that a crash leaves the maps as they were before or after it. A step that
 * would not fit into memory is written in several versions, which keep the values that they change
 * until the last; an unfinished one is taken back when the file is opened again. After a failed
 * write the maps must be closed. Not thread-safe, but for the snapshots of {@link #snapshot}.
 */
class VersionedMaps implements AutoCloseable {
  private static final StringDataType TEXT = StringDataType.INSTANCE;
  private static final int CACHE_PART = 24;
  private static final String SEAL = "fingerprint";

  /** The use of a chunk's pages, in percent, below which it is rewritten now and then. */
  private static final int MIN_FILL = 50;

  private static final int COMPACT_BYTES = 4 << 20;

  private final MVStore store;

  /** The bytes of changed pages at which a version is written; 0 in memory. */
  private final long versionBytes;

  final CheckedMap<String> header;
  final CheckedMap<Long> counts;
  final CheckedMap<byte[]> chunks;
  final CheckedMap<String> runs;

  /** The map that holds the checksum of the maps above, and is not covered by it. */
  private final MVMap<String, Long> seal;

  /** The checksum that the opened file had, unless the maps were summed up since. */
  private long openedChecksum;

  /** Whether the present step may end a version before it is finished. */
  private boolean isDivisible;

  /** Whether the present step keeps the values that it changes. */
  private boolean isKeeping;

  /** Whether forcing the file to the disk has failed. */
  private boolean isUnsure;

  private StateSnapshot snapshot;

  /**
   * Opens a file, or makes an empty one; without a name, makes empty maps in memory. The maps are
   * as they were after the last step.
   *
   * @param versionBytes see {@link FileLimits}; 0 in memory
   * @throws RuntimeException if it cannot be read
   */
  VersionedMaps(String fileName, long versionBytes) {
    this.versionBytes = versionBytes;
    int cacheMib = (int) Math.max(1, (Runtime.getRuntime().maxMemory() / CACHE_PART) >> 20);
    // a full buffer would otherwise end a version in the middle of a step
    store =
        new MVStore.Builder()
            .fileName(fileName)
            .cacheSize(cacheMib)
            .autoCommitDisabled()
            .autoCommitBufferSize(0)
            .open();
    try {
      // reuse the space of a version five versions later; a retention of 0 would wait for the clock
      // to reach the times that were written by a clock ahead of it
      store.setVersionsToKeep(isPersistent() ? 5 : 1);
      store.setRetentionTime(-1);
      header = checked("header", TEXT, TEXT, "");
      counts = checked("words", new NameType(), LongDataType.INSTANCE, Long.MIN_VALUE);
      chunks = checked("chunks", TEXT, ByteArrayDataType.INSTANCE, new byte[0]);
      runs = checked("runs", TEXT, TEXT, "");
      seal = map("seal", TEXT, LongDataType.INSTANCE);
      openedChecksum = sealed();
      takeBackUnfinished();
      snapshot = newSnapshot();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private <V> CheckedMap<V> checked(
      String name, DataType<String> keys, DataType<V> values, V absent) {
    return new CheckedMap<>(map(name, keys, values), map("before." + name, keys, values), absent);
  }

  private <V> MVMap<String, V> map(String name, DataType<String> keys, DataType<V> values) {
    return store.openMap(name, new MVMap.Builder<String, V>().keyType(keys).valueType(values));
  }

  private boolean isPersistent() {
    return versionBytes > 0;
  }

  private Stream<CheckedMap<?>> maps() {
    return Stream.of(header, counts, chunks, runs);
  }

  private void takeBackUnfinished() {
    if (maps().anyMatch(CheckedMap::isUnfinished)) {
      isDivisible = true;
      maps().forEach(map -> map.takeBack(this::endVersionIfLarge));
      endVersion();
    }
  }

  /** Whether no step was ever written. */
  boolean isEmpty() {
    return seal.isEmpty();
  }

  /** Reads all entries; false if they do not match the checksum. */
  boolean isIntact() {
    openedChecksum = 0;
    maps().forEach(CheckedMap::sumUp);
    return checksum() == sealed();
  }

  /** The checksum of all entries, whatever the order in which they were written. */
  long checksum() {
    return openedChecksum + maps().mapToLong(CheckedMap::checksum).sum();
  }

  private long sealed() {
    return seal.getOrDefault(SEAL, 0L);
  }

  /**
   * Begins a step. The first one of an empty file is not taken back, so the file must not be used
   * before it has ended.
   *
   * @param pageBytes see {@link FileLimits#pageBytes}, of all changes together
   */
  void begin(long pageBytes) {
    isDivisible = isPersistent() && pageBytes > versionBytes;
    isKeeping = isDivisible && !isEmpty();
  }

  /** Puts a value in place of the old one, or removes that if the value is null. */
  <V> void put(CheckedMap<V> map, String key, V value) {
    if (isKeeping) {
      map.keep(key);
    }
    map.put(key, value);
    endVersionIfLarge();
  }

  private void endVersionIfLarge() {
    if (isDivisible && store.getUnsavedMemory() > versionBytes) {
      endVersion();
    }
  }

  private void endVersion() {
    seal.put(SEAL, checksum());
    store.commit();
  }

  /**
   * Ends the step, and forces it to the disk.
   *
   * @throws RuntimeException if it could not, see {@link #isUnsure}
   */
  void end() {
    if (isKeeping) {
      maps().forEach(CheckedMap::finish);
    }
    endVersion();
    if (isPersistent()) {
      isUnsure = true;
      store.sync();
      isUnsure = false;
    }
    publish();
  }

  /** Whether it is unknown which parts of the file are on the disk, so that it must be replaced. */
  boolean isUnsure() {
    return isUnsure;
  }

  /** Frees a little space in the file. */
  void compact() {
    if (isPersistent()) {
      store.compact(MIN_FILL, COMPACT_BYTES);
    }
  }

  /** A snapshot of the last step, which the caller is to close. Thread-safe. */
  synchronized StateSnapshot snapshot() {
    snapshot.users().incrementAndGet();
    return snapshot;
  }

  private synchronized void publish() {
    StateSnapshot before = snapshot;
    snapshot = newSnapshot();
    before.close();
  }

  private StateSnapshot newSnapshot() {
    MVStore.TxCounter usage = store.registerVersionUsage();
    long version = store.getCurrentVersion();
    return new StateSnapshot(
        header.map().openVersion(version),
        counts.map().openVersion(version),
        chunks.map().openVersion(version),
        runs.map().openVersion(version),
        new AtomicInteger(1),
        () -> store.deregisterVersionUsage(usage));
  }

  /** The approximate memory of all entries that were put since the maps were opened. */
  long bytes() {
    return maps().mapToLong(CheckedMap::bytes).sum();
  }

  static String firstLine(Throwable e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
  }

  /** Closes the maps without ending a step: messages of an unfinished step were never acked. */
  @Override
  public final void close() {
    store.closeImmediately();
  }

  /** The type of names: strings in the order of their UTF-8 bytes, in which a dump lists them. */
  private static final class NameType extends StringDataType {
    @Override
    public int compare(String a, String b) {
      return NamedCount.compareNames(a, b);
    }

    @Override
    public int binarySearch(String name, Object names, int size, int initialGuess) {
      return Arrays.binarySearch((String[]) names, 0, size, name, NamedCount::compareNames);
    }
  }
}
