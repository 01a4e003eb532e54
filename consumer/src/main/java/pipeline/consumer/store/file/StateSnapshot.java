package pipeline.consumer.store.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.file.WorkingCounts.ChunkKey;
import pipeline.wire.identity.RunId;

/**
 * The counts of one checkpoint, to be read while later ones are written. The file keeps its pages
 * until the last user has closed it. Thread-safe; a call may take the time of a read from the disk.
 *
 * @param header of one version, as the other maps
 * @param users the number of users; 0 when the pages are released
 * @param release gives up the pages of that version
 */
record StateSnapshot(
    MVMap<String, String> header,
    MVMap<String, Long> counts,
    MVMap<String, byte[]> chunks,
    MVMap<String, String> runs,
    AtomicInteger users,
    Runnable release)
    implements AutoCloseable {
  /** The line of the header that says how many lines were counted. */
  static final String LINES = "lines";

  /** The line of the header that holds the latest start among all forgotten runs. */
  static final String HORIZON = "horizon";

  @Override
  public void close() {
    if (users.decrementAndGet() == 0) {
      release.run();
    }
  }

  /** The number of a name, 0 if there is none. */
  long count(String name) {
    return counts.getOrDefault(name, 0L);
  }

  /** The counted numbers of a chunk of a run's identities, new for the caller. */
  RoaringBitmap chunk(ChunkKey key) {
    byte[] bytes = chunks.get(key.text());
    return bytes == null ? new RoaringBitmap() : seqs(bytes);
  }

  static RoaringBitmap seqs(byte[] bytes) {
    RoaringBitmap seqs = new RoaringBitmap();
    try {
      seqs.deserialize(ByteBuffer.wrap(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException("a chunk of identities is damaged", e);
    }
    return seqs;
  }

  /** A run's figures, all 0 if it is not remembered. */
  RunState run(RunId run) {
    String id = run.toString();
    return new RunState(Map.entry(id, runs.getOrDefault(id, RunState.UNKNOWN)));
  }

  /** The figures of all runs, by their ids. */
  Stream<RunState> runStates() {
    return entries(runs, "").map(RunState::new);
  }

  /** The number of lines counted in all. */
  long lines() {
    return Long.parseLong(header.getOrDefault(LINES, "0"));
  }

  /** The latest start among all forgotten runs, in milliseconds since 1970; 0 if there is none. */
  long horizonMillis() {
    return Long.parseLong(header.getOrDefault(HORIZON, "0"));
  }

  /** The entries of a map whose keys begin with {@code prefix}, in the order of the keys. */
  static <V> Stream<Map.Entry<String, V>> entries(MVMap<String, V> map, String prefix) {
    Cursor<String, V> cursor = map.cursor(prefix);
    Supplier<Map.Entry<String, V>> next =
        () -> cursor.hasNext() ? Map.entry(cursor.next(), cursor.getValue()) : null;
    return Stream.generate(next)
        .takeWhile(entry -> entry != null && entry.getKey().startsWith(prefix));
  }
}
