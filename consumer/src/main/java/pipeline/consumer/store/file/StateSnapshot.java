package pipeline.consumer.store.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.lang3.function.FailableConsumer;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.RunTotals;
import pipeline.consumer.store.memory.DurableCounts;
import pipeline.consumer.store.memory.RunRecord;
import pipeline.wire.identity.RunId;

/**
 * The counts of one checkpoint, to be read while later ones are written. The file keeps its pages
 * until the last user has closed it. Thread-safe.
 */
final class StateSnapshot implements DurableCounts, AutoCloseable {
  /** The line of the header that says how many lines were counted. */
  static final String LINES = "lines";

  /** The line of the header that holds the latest start among all forgotten runs. */
  static final String HORIZON = "horizon";

  private final MVMap<String, String> header;
  private final MVMap<String, Long> counts;
  private final MVMap<String, byte[]> chunks;
  private final MVMap<String, String> runs;
  private final Runnable release;

  /** The number of users; 0 when the pages are released. */
  private final AtomicInteger users = new AtomicInteger(1);

  /**
   * A snapshot with one user.
   *
   * @param header of one version, as the other maps
   * @param release gives up the pages of that version
   */
  StateSnapshot(
      MVMap<String, String> header,
      MVMap<String, Long> counts,
      MVMap<String, byte[]> chunks,
      MVMap<String, String> runs,
      Runnable release) {
    this.header = header;
    this.counts = counts;
    this.chunks = chunks;
    this.runs = runs;
    this.release = release;
  }

  /** Adds a user, who is to close the snapshot; false if its pages are released already. */
  boolean open() {
    return users.updateAndGet(n -> n == 0 ? 0 : n + 1) > 0;
  }

  @Override
  public void close() {
    if (users.decrementAndGet() == 0) {
      release.run();
    }
  }

  @Override
  public long count(String name) {
    Long count = counts.get(name);
    return count == null ? 0 : count;
  }

  boolean contains(String name) {
    return counts.containsKey(name);
  }

  @Override
  public RoaringBitmap chunk(RunId run, int index) {
    byte[] bytes = chunks.get(RunText.chunkKey(run, index));
    return bytes == null ? null : seqs(bytes);
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

  @Override
  public RunRecord run(RunId run) {
    String figures = runs.get(RunText.key(run));
    return figures == null ? null : RunText.parse(RunText.key(run), figures);
  }

  @Override
  public long lines() {
    return number(LINES);
  }

  @Override
  public long horizonMillis() {
    return number(HORIZON);
  }

  private long number(String name) {
    String number = header.get(name);
    return number == null ? 0 : Long.parseLong(number);
  }

  /** Hands over the counts whose names begin with {@code prefix}, in the order of the names. */
  <E extends Exception> void forEachCount(String prefix, FailableConsumer<NamedCount, E> each)
      throws E {
    Cursor<String, Long> cursor = counts.cursor(prefix);
    while (cursor.hasNext()) {
      String name = cursor.next();
      if (!name.startsWith(prefix)) {
        return;
      }
      each.accept(new NamedCount(name, cursor.getValue()));
    }
  }

  /** At most {@code limit} names that begin with {@code prefix}. */
  List<String> names(String prefix, int limit) {
    List<String> names = new ArrayList<>();
    Iterator<String> all = counts.keyIterator(prefix);
    while (names.size() < limit && all.hasNext()) {
      String name = all.next();
      if (!name.startsWith(prefix)) {
        break;
      }
      names.add(name);
    }
    return names;
  }

  /** The number of names that begin with {@code prefix}, found without reading them. */
  long countNames(String prefix) {
    if (prefix.isEmpty()) {
      return counts.sizeAsLong();
    }
    int last = prefix.length() - 1;
    String beyond = prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
    return place(beyond) - place(prefix);
  }

  /** The number of names that come before {@code name}. */
  private long place(String name) {
    long index = counts.getKeyIndex(name);
    return index < 0 ? -index - 1 : index;
  }

  /** Hands over the figures of each run, by its id, computed from the identities themselves. */
  <E extends Exception> void forEachRun(FailableConsumer<RunFigures, E> each) throws E {
    Cursor<String, byte[]> nextChunks = chunks.cursor(null);
    Cursor<String, String> nextRuns = runs.cursor(null);
    String chunk = nextChunks.hasNext() ? nextChunks.next() : null;
    while (nextRuns.hasNext()) {
      String key = nextRuns.next();
      RunFigures.Scan scan = scan(RunText.parse(key, nextRuns.getValue()));
      while (chunk != null && chunk.startsWith(key)) {
        scan.add(seqs(nextChunks.getValue()));
        chunk = nextChunks.hasNext() ? nextChunks.next() : null;
      }
      each.accept(scan.figures());
    }
  }

  private static RunFigures.Scan scan(RunRecord run) {
    return new RunFigures.Scan(run.id(), run.ends(), run.duplicates());
  }

  RunTotals runTotals(int recent) {
    PriorityQueue<RunRecord> last =
        new PriorityQueue<>(Comparator.comparingLong(RunRecord::lastSeenMillis));
    long lines = 0;
    long duplicates = 0;
    Cursor<String, String> cursor = runs.cursor(null);
    while (cursor.hasNext()) {
      RunRecord run = RunText.parse(cursor.next(), cursor.getValue());
      lines += run.lines();
      duplicates += run.duplicates();
      last.add(run);
      if (last.size() > recent) {
        last.remove();
      }
    }
    List<RunFigures> figures =
        last.stream()
            .sorted(Comparator.comparingLong(RunRecord::lastSeenMillis).reversed())
            .map(this::figures)
            .toList();
    return new RunTotals(runs.sizeAsLong(), lines, duplicates, figures);
  }

  private RunFigures figures(RunRecord run) {
    RunFigures.Scan scan = scan(run);
    String key = RunText.key(run.id());
    Cursor<String, byte[]> cursor = chunks.cursor(key);
    while (cursor.hasNext() && cursor.next().startsWith(key)) {
      scan.add(seqs(cursor.getValue()));
    }
    return scan.figures();
  }

  /** The indices of a run's chunks. */
  List<Integer> chunkIndices(RunId run) {
    List<Integer> indices = new ArrayList<>();
    String key = RunText.key(run);
    Cursor<String, byte[]> cursor = chunks.cursor(key);
    while (cursor.hasNext()) {
      String chunk = cursor.next();
      if (!chunk.startsWith(key)) {
        break;
      }
      indices.add(RunText.indexOfChunk(chunk));
    }
    return indices;
  }

  /**
   * The first runs that started before a time; the ids of runs are in the order of their starts.
   */
  List<RunId> runsStartedBefore(long millis, int limit) {
    List<RunId> old = new ArrayList<>();
    Cursor<String, String> cursor = runs.cursor(null);
    while (cursor.hasNext() && old.size() < limit) {
      RunId run = RunId.parse(cursor.next());
      if (run.isVersion7()) {
        if (run.startMillis() >= millis) {
          break;
        }
        old.add(run);
      }
    }
    return old;
  }
}
