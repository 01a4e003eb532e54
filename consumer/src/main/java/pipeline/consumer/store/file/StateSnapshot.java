package pipeline.consumer.store.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.memory.DurableCounts;
import pipeline.consumer.store.memory.RunRecord;
import pipeline.wire.identity.RunId;

/**
 * The counts of one checkpoint, to be read while later ones are written. The file keeps its pages
 * until the last user has closed it. Thread-safe.
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
    implements DurableCounts, AutoCloseable {
  /** The line of the header that says how many lines were counted. */
  static final String LINES = "lines";

  /** The place of the first end among a run's figures. */
  private static final int ENDS_FROM = 3;

  /** The line of the header that holds the latest start among all forgotten runs. */
  static final String HORIZON = "horizon";

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

  @Override
  public RoaringBitmap chunk(RunId run, int index) {
    byte[] bytes = chunks.get(chunkKey(run, index));
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
    String figures = runs.get(run.toString());
    return figures == null ? null : run(Map.entry(run.toString(), figures));
  }

  @Override
  public long lines() {
    return number(LINES);
  }

  @Override
  public long horizonMillis() {
    return number(HORIZON);
  }

  /**
   * The key of a chunk of a run: the digits of both, so that chunks follow each other in the order
   * of their runs and numbers.
   */
  static String chunkKey(RunId run, int index) {
    return run + HexFormat.of().toHexDigits(index);
  }

  /** The figures as {@code LINES DUPLICATES LAST-SEEN}, and the ends. */
  static String figures(RunRecord run) {
    StringBuilder figures =
        new StringBuilder(run.lines() + " " + run.duplicates() + " " + run.lastSeenMillis());
    run.ends().forEach(end -> figures.append(' ').append(end));
    return figures.toString();
  }

  /** The run of an entry, whose key is the digits of its id. */
  static RunRecord run(Map.Entry<String, String> run) {
    String[] numbers = run.getValue().split(" ", -1);
    NavigableSet<Long> ends = Collections.emptyNavigableSet();
    if (numbers.length > ENDS_FROM) {
      ends = new TreeSet<>();
      for (int i = ENDS_FROM; i < numbers.length; i++) {
        ends.add(Long.parseLong(numbers[i]));
      }
    }
    return new RunRecord(
        RunId.parse(run.getKey()),
        Long.parseLong(numbers[0]),
        Long.parseLong(numbers[1]),
        Long.parseLong(numbers[2]),
        ends);
  }

  private long number(String name) {
    String number = header.get(name);
    return number == null ? 0 : Long.parseLong(number);
  }

  /** The entries of a map whose keys begin with {@code prefix}, in the order of the keys. */
  static <V> Iterable<Map.Entry<String, V>> entries(MVMap<String, V> map, String prefix) {
    return () -> {
      Cursor<String, V> cursor = map.cursor(prefix);
      Supplier<Map.Entry<String, V>> next =
          () -> cursor.hasNext() ? Map.entry(cursor.next(), cursor.getValue()) : null;
      return Stream.generate(next)
          .takeWhile(entry -> entry != null && entry.getKey().startsWith(prefix))
          .iterator();
    };
  }
}
