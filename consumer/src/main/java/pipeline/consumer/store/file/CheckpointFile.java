package pipeline.consumer.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.h2.mvstore.Cursor;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.memory.Changes;
import pipeline.consumer.store.memory.RunRecord;
import pipeline.wire.identity.RunId;

/**
 * Counts and identities in one file, larger than memory if need be, in which each checkpoint
 * becomes valid in one step. After a failed write the file must be closed. Not thread-safe, but for
 * snapshots.
 */
final class CheckpointFile implements AutoCloseable {
  private static final String FORMAT = "2";
  private static final String FORMAT_NAME = "format";
  private static final String CHECKPOINT = "cut";
  private static final int COMPACT_EVERY_CHECKPOINTS = 64;

  private final VersionedMaps maps;

  /** The runs whose ids do not tell when they began. */
  private final Set<RunId> runsWithoutStart = new HashSet<>();

  private CheckpointFile(VersionedMaps maps) {
    this.maps = maps;
  }

  /**
   * Opens the file, or makes an empty one. The content is not checked.
   *
   * @param versionBytes see {@link FileLimits}
   * @throws IOException if it cannot be read
   */
  static CheckpointFile open(Path path, long versionBytes) throws IOException {
    return new CheckpointFile(VersionedMaps.open(path, versionBytes));
  }

  /** Makes empty counts in memory, which end with the process. */
  static CheckpointFile inMemory() {
    return new CheckpointFile(VersionedMaps.inMemory());
  }

  /**
   * Reads the whole file and checks it against its checksum.
   *
   * @param subject what the counts are of; must be the same as when it was written
   * @throws StateException if the file is damaged or of something else
   */
  void check(Map<String, String> subject) throws StateException {
    try {
      if (maps.isEmpty()) {
        throw new StateException("it is empty or of another program");
      }
      if (!isFirstFormat()) {
        expect(FORMAT_NAME, FORMAT);
      }
      for (Map.Entry<String, String> line : subject.entrySet()) {
        expect(line.getKey(), line.getValue());
      }
      if (!maps.isIntact()) {
        throw new StateException("it is damaged: its contents do not match their checksum");
      }
      maps.runs().map().keyIterator(null).forEachRemaining(key -> noteStart(RunId.parse(key)));
    } catch (RuntimeException e) {
      throw new StateException("it is damaged: " + VersionedMaps.firstLine(e), e);
    }
  }

  private void expect(String name, String value) throws StateException {
    String found = maps.header().get(name);
    if (!value.equals(found)) {
      throw new StateException("its " + name + " is " + found + ", not " + value);
    }
  }

  private void noteStart(RunId run) {
    if (!run.isVersion7()) {
      runsWithoutStart.add(run);
    }
  }

  /** Whether the file is of an earlier release, so that it must be copied before it is written. */
  boolean isFirstFormat() {
    return VersionedMaps.FIRST_FORMAT.equals(maps.header().get(FORMAT_NAME));
  }

  /** The number of the last checkpoint. */
  long checkpoint() {
    return Long.parseLong(maps.header().get(CHECKPOINT));
  }

  /**
   * Writes what changed as the next checkpoint, and forces it to the disk.
   *
   * @param forgotten runs to be removed, of which nothing has changed
   * @throws VersionedMaps.SyncException if it is not known what is on the disk
   * @throws IOException if it could not be written
   */
  void write(Changes changes, List<RunId> forgotten, long checkpoint, Map<String, String> subject)
      throws IOException {
    try {
      maps.begin(pageBytes(changes, forgotten));
      changes.counts().stream()
          .sorted(Comparator.comparing(NamedCount::name, NamedCount::compareNames))
          .forEach(count -> maps.put(maps.counts(), count.name(), count.count()));
      changes.chunks().stream()
          .sorted(Comparator.comparing(Changes.Chunk::run).thenComparing(Changes.Chunk::index))
          .forEach(c -> maps.put(maps.chunks(), RunText.chunkKey(c.run(), c.index()), bytes(c)));
      changes.runs().stream().sorted(Comparator.comparing(RunRecord::id)).forEach(this::put);
      try (StateSnapshot before = maps.snapshot()) {
        forgotten.forEach(run -> remove(run, before));
      }
      putHeader(FORMAT_NAME, FORMAT);
      subject.forEach(this::putHeader);
      putHeader(CHECKPOINT, Long.toString(checkpoint));
      putHeader(StateSnapshot.LINES, Long.toString(changes.lines()));
      putHeader(StateSnapshot.HORIZON, Long.toString(changes.horizonMillis()));
      maps.end();
      if (checkpoint % COMPACT_EVERY_CHECKPOINTS == 0) {
        maps.compact();
      }
    } catch (RuntimeException e) {
      throw new IOException(VersionedMaps.firstLine(e), e);
    }
  }

  private static long pageBytes(Changes changes, List<RunId> forgotten) {
    long bytes = FileLimits.pageBytes(0) * (changes.runs().size() + 2L * forgotten.size());
    for (NamedCount count : changes.counts()) {
      bytes += FileLimits.pageBytes(count.name().length());
    }
    for (Changes.Chunk chunk : changes.chunks()) {
      bytes += FileLimits.pageBytes(chunk.seqs().getSizeInBytes());
    }
    return bytes;
  }

  private void putHeader(String name, String value) {
    maps.put(maps.header(), name, value);
  }

  private void put(RunRecord run) {
    maps.put(maps.runs(), RunText.key(run.id()), RunText.figures(run));
    noteStart(run.id());
  }

  private void remove(RunId run, StateSnapshot before) {
    maps.remove(maps.runs(), RunText.key(run));
    for (int index : before.chunkIndices(run)) {
      maps.remove(maps.chunks(), RunText.chunkKey(run, index));
    }
    runsWithoutStart.remove(run);
  }

  private static byte[] bytes(Changes.Chunk chunk) {
    RoaringBitmap seqs = chunk.seqs();
    ByteBuffer bytes = ByteBuffer.allocate(seqs.serializedSizeInBytes());
    seqs.serialize(bytes);
    return bytes.array();
  }

  /**
   * Fills this empty file with all that another one has, and forces it to the disk.
   *
   * @throws IOException if it could not be written, or the other one is damaged
   */
  void copy(CheckpointFile source) throws IOException {
    try {
      maps.beginToFill();
      copy(source.maps.header(), maps.header());
      copy(source.maps.counts(), maps.counts());
      copy(source.maps.chunks(), maps.chunks());
      if (source.isFirstFormat()) {
        putHeader(FORMAT_NAME, FORMAT);
        maps.remove(maps.header(), "clock");
        source.maps.runs().map().forEach((run, figures) -> copyFirst(source, run, figures));
      } else {
        copy(source.maps.runs(), maps.runs());
        if (maps.checksum() != source.maps.checksum()) {
          throw new IOException("it is damaged: its contents do not match their checksum");
        }
      }
      runsWithoutStart.addAll(source.runsWithoutStart);
      maps.end();
    } catch (RuntimeException e) {
      throw new IOException(VersionedMaps.firstLine(e), e);
    }
  }

  private <V> void copy(CheckedMap<V> from, CheckedMap<V> to) {
    Cursor<String, V> cursor = from.map().cursor(null);
    while (cursor.hasNext()) {
      maps.put(to, cursor.next(), cursor.getValue());
    }
  }

  /** Copies the figures of a run from the first format, which lacks its number of lines. */
  private void copyFirst(CheckpointFile source, String run, String figures) {
    long lines = 0;
    Cursor<String, byte[]> cursor = source.maps.chunks().map().cursor(run);
    while (cursor.hasNext() && cursor.next().startsWith(run)) {
      lines += StateSnapshot.seqs(cursor.getValue()).getLongCardinality();
    }
    maps.put(maps.runs(), run, lines + " " + figures);
  }

  /** A snapshot of the last checkpoint, which the caller is to close. Thread-safe. */
  StateSnapshot snapshot() {
    return maps.snapshot();
  }

  /**
   * At most {@code limit} runs that began before a time; a run whose id tells no start, if it was
   * last seen before then.
   */
  List<RunId> runsOlderThan(long millis, int limit) {
    try (StateSnapshot now = maps.snapshot()) {
      List<RunId> old = now.runsStartedBefore(millis, limit);
      runsWithoutStart.stream()
          .filter(run -> now.run(run).ageMillis() < millis)
          .limit(limit - old.size())
          .forEach(old::add);
      return old;
    }
  }

  /** The approximate memory of all entries that were put since the file was opened. */
  long bytes() {
    return maps.bytes();
  }

  /** Closes the file without a last commit: messages that are not committed were never acked. */
  @Override
  public void close() {
    maps.close();
  }
}
