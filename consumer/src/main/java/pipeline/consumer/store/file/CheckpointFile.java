package pipeline.consumer.store.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import pipeline.consumer.store.NamedCount;
import pipeline.wire.identity.RunId;

/**
 * Counts and identities in one file, larger than memory if need be, in which each checkpoint
 * becomes valid in one step. After a failed write the file must be closed. Not thread-safe, but for
 * snapshots.
 */
final class CheckpointFile extends VersionedMaps {
  private static final String FORMAT = "2";
  private static final String FORMAT_NAME = "format";
  private static final String CHECKPOINT = "cut";
  private static final int COMPACT_EVERY_CHECKPOINTS = 64;

  private CheckpointFile(String fileName, long versionBytes) {
    super(fileName, versionBytes);
  }

  /**
   * Opens the file, or makes an empty one. The content is not checked.
   *
   * @param versionBytes see {@link FileLimits}
   * @throws IOException if it cannot be read
   */
  static CheckpointFile open(Path path, long versionBytes) throws IOException {
    try {
      return new CheckpointFile(path.toString(), versionBytes);
    } catch (RuntimeException e) {
      throw new IOException(firstLine(e), e);
    }
  }

  /** Makes empty counts in memory, which end with the process. */
  static CheckpointFile inMemory() {
    return new CheckpointFile(null, 0);
  }

  /**
   * Reads the whole file and checks it against its checksum.
   *
   * @param subject what the counts are of; must be the same as when it was written
   * @throws StateException if the file is damaged or of something else
   */
  void check(Map<String, String> subject) throws StateException {
    try {
      if (isEmpty()) {
        throw new StateException("it is empty or of another program");
      }
      expect(FORMAT_NAME, FORMAT);
      for (Map.Entry<String, String> line : subject.entrySet()) {
        expect(line.getKey(), line.getValue());
      }
      if (!isIntact()) {
        throw new StateException("it is damaged: its contents do not match their checksum");
      }
    } catch (RuntimeException e) {
      throw new StateException("it is damaged: " + firstLine(e), e);
    }
  }

  private void expect(String name, String value) throws StateException {
    String found = header.map().get(name);
    if (!value.equals(found)) {
      throw new StateException("its " + name + " is " + found + ", not " + value);
    }
  }

  /** The number of the last checkpoint. */
  long checkpoint() {
    return Long.parseLong(header.map().get(CHECKPOINT));
  }

  /**
   * Writes what changed as the next checkpoint, and forces it to the disk.
   *
   * @throws IOException if it could not be written, see {@link #isUnsure}
   */
  void write(Changes changes, long checkpoint, Map<String, String> subject) throws IOException {
    try {
      begin(pageBytes(changes));
      putAll(counts, changes.counts(), NamedCount::compareNames);
      putAll(chunks, changes.chunks(), Comparator.naturalOrder());
      putAll(runs, changes.runs(), Comparator.naturalOrder());
      changes.forgotten().forEach(this::remove);
      put(header, FORMAT_NAME, FORMAT);
      subject.forEach((name, value) -> put(header, name, value));
      put(header, CHECKPOINT, Long.toString(checkpoint));
      put(header, StateSnapshot.LINES, Long.toString(changes.lines()));
      put(header, StateSnapshot.HORIZON, Long.toString(changes.horizonMillis()));
      end();
      if (checkpoint % COMPACT_EVERY_CHECKPOINTS == 0) {
        compact();
      }
    } catch (RuntimeException e) {
      throw new IOException(firstLine(e), e);
    }
  }

  /** The most memory of all changed pages; a forgotten run may have any number of chunks. */
  private static long pageBytes(Changes changes) {
    if (!changes.forgotten().isEmpty()) {
      return Long.MAX_VALUE;
    }
    long bytes = FileLimits.pageBytes(0) * changes.runs().size();
    for (Map.Entry<String, Long> count : changes.counts()) {
      bytes += FileLimits.pageBytes(count.getKey().length());
    }
    for (Map.Entry<String, byte[]> chunk : changes.chunks()) {
      bytes += FileLimits.pageBytes(chunk.getValue().length);
    }
    return bytes;
  }

  /** Puts entries in the order of their keys, so that neighbours change one page once. */
  private <V> void putAll(
      CheckedMap<V> map, List<Map.Entry<String, V>> entries, Comparator<String> order) {
    entries.stream()
        .sorted(Map.Entry.comparingByKey(order))
        .forEach(entry -> put(map, entry.getKey(), entry.getValue()));
  }

  private void remove(RunId run) {
    // the keys are read before the first write, after which the pages may be used for others
    List<String> keys =
        StateSnapshot.entries(chunks.map(), run.toString()).map(Map.Entry::getKey).toList();
    keys.forEach(key -> put(chunks, key, null));
    put(runs, run.toString(), null);
  }

  /**
   * Fills this empty file with all that another one has, and forces it to the disk.
   *
   * @throws IOException if it could not be written, or the other one is damaged
   */
  void copy(CheckpointFile source) throws IOException {
    try {
      begin(Long.MAX_VALUE);
      copy(source.header, header);
      copy(source.counts, counts);
      copy(source.chunks, chunks);
      copy(source.runs, runs);
      if (checksum() != source.checksum()) {
        throw new IOException("it is damaged: its contents do not match their checksum");
      }
      end();
    } catch (RuntimeException e) {
      throw new IOException(firstLine(e), e);
    }
  }

  private <V> void copy(CheckedMap<V> from, CheckedMap<V> to) {
    from.map().forEach((key, value) -> put(to, key, value));
  }

  /**
   * At most {@code limit} runs that began before a time; a run whose id tells no start, if it was
   * last seen before then.
   */
  List<RunId> runsOlderThan(long millis, int limit) {
    return StateSnapshot.entries(runs.map(), "")
        .map(RunState::new)
        .filter(run -> run.ageMillis() < millis)
        .map(RunState::id)
        .limit(limit)
        .toList();
  }
}
