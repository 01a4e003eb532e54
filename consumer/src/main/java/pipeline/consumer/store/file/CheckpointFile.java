package pipeline.consumer.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.h2.mvstore.MVStore;
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
final class CheckpointFile extends VersionedMaps {
  private static final String FORMAT = "2";
  private static final String FORMAT_NAME = "format";
  private static final String CHECKPOINT = "cut";
  private static final int COMPACT_EVERY_CHECKPOINTS = 64;

  private CheckpointFile(MVStore store, long versionBytes) {
    super(store, versionBytes);
  }

  /**
   * Opens the file, or makes an empty one. The content is not checked.
   *
   * @param versionBytes see {@link FileLimits}
   * @throws IOException if it cannot be read
   */
  static CheckpointFile open(Path path, long versionBytes) throws IOException {
    MVStore store = null;
    try {
      store = store(path.toString());
      return new CheckpointFile(store, versionBytes);
    } catch (RuntimeException e) {
      if (store != null) {
        store.closeImmediately();
      }
      throw new IOException(firstLine(e), e);
    }
  }

  /** Makes empty counts in memory, which end with the process. */
  static CheckpointFile inMemory() {
    return new CheckpointFile(store(null), 0);
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
      if (!isFirstFormat()) {
        expect(FORMAT_NAME, FORMAT);
      }
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
    String found = header.get(name);
    if (!value.equals(found)) {
      throw new StateException("its " + name + " is " + found + ", not " + value);
    }
  }

  /** Whether the file is of an earlier release, so that it must be copied before it is written. */
  boolean isFirstFormat() {
    return FIRST_FORMAT.equals(header.get(FORMAT_NAME));
  }

  /** The number of the last checkpoint. */
  long checkpoint() {
    return Long.parseLong(header.get(CHECKPOINT));
  }

  /**
   * Writes what changed as the next checkpoint, and forces it to the disk.
   *
   * @throws IOException if it could not be written, see {@link #isUnsure}
   */
  void write(Changes changes, long checkpoint, Map<String, String> subject) throws IOException {
    try {
      begin(pageBytes(changes));
      changes.counts().stream()
          .sorted(Comparator.comparing(NamedCount::name, NamedCount::compareNames))
          .forEach(count -> put(counts, count.name(), count.count()));
      changes.chunks().stream()
          .sorted(Comparator.comparing(Changes.Chunk::run).thenComparing(Changes.Chunk::index))
          .forEach(c -> put(chunks, StateSnapshot.chunkKey(c.run(), c.index()), bytes(c)));
      changes.runs().stream()
          .sorted(Comparator.comparing(RunRecord::id))
          .forEach(run -> put(runs, run.id().toString(), StateSnapshot.figures(run)));
      changes.forgotten().forEach(this::remove);
      putHeader(FORMAT_NAME, FORMAT);
      subject.forEach(this::putHeader);
      putHeader(CHECKPOINT, Long.toString(checkpoint));
      putHeader(StateSnapshot.LINES, Long.toString(changes.lines()));
      putHeader(StateSnapshot.HORIZON, Long.toString(changes.horizonMillis()));
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
    for (NamedCount count : changes.counts()) {
      bytes += FileLimits.pageBytes(count.name().length());
    }
    for (Changes.Chunk chunk : changes.chunks()) {
      bytes += FileLimits.pageBytes(chunk.seqs().getSizeInBytes());
    }
    return bytes;
  }

  private void putHeader(String name, String value) {
    put(header, name, value);
  }

  private void remove(RunId run) {
    // the keys are read before the first write, after which the pages may be used for others
    List<String> keys = new ArrayList<>();
    StateSnapshot.entries(chunks.map(), run.toString()).forEach(chunk -> keys.add(chunk.getKey()));
    keys.forEach(key -> remove(chunks, key));
    remove(runs, run.toString());
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
      beginToFill();
      copy(source.header, header);
      copy(source.counts, counts);
      copy(source.chunks, chunks);
      if (source.isFirstFormat()) {
        putHeader(FORMAT_NAME, FORMAT);
        remove(header, "clock");
        source.runs.map().forEach((run, figures) -> copyFirst(source, run, figures));
      } else {
        copy(source.runs, runs);
        if (checksum() != source.checksum()) {
          throw new IOException("it is damaged: its contents do not match their checksum");
        }
      }
      end();
    } catch (RuntimeException e) {
      throw new IOException(firstLine(e), e);
    }
  }

  private <V> void copy(CheckedMap<V> from, CheckedMap<V> to) {
    from.map().forEach((key, value) -> put(to, key, value));
  }

  /** Copies the figures of a run from the first format, which lacks its number of lines. */
  private void copyFirst(CheckpointFile source, String run, String figures) {
    long lines = 0;
    for (Map.Entry<String, byte[]> chunk : StateSnapshot.entries(source.chunks.map(), run)) {
      lines += StateSnapshot.seqs(chunk.getValue()).getLongCardinality();
    }
    put(runs, run, lines + " " + figures);
  }

  /**
   * At most {@code limit} runs that began before a time; a run whose id tells no start, if it was
   * last seen before then.
   */
  List<RunId> runsOlderThan(long millis, int limit) {
    List<RunId> old = new ArrayList<>();
    for (Map.Entry<String, String> entry : StateSnapshot.entries(runs.map(), "")) {
      RunRecord run = StateSnapshot.run(entry);
      if (run.ageMillis() < millis) {
        old.add(run.id());
      }
      if (old.size() == limit) {
        break;
      }
    }
    return old;
  }
}
