package pipeline.consumer.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.ToLongBiFunction;
import java.util.stream.Stream;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.DataType;
import org.h2.mvstore.type.LongDataType;
import org.h2.mvstore.type.StringDataType;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.memory.CheckpointDelta;
import pipeline.consumer.store.memory.InMemoryCounts;
import pipeline.wire.identity.RunId;

/**
 * One MVStore file in which each checkpoint is one version, so that a crash leaves the version
 * before or the version after. After a failed write the file must not be written again. Not
 * thread-safe.
 */
final class CheckpointFile implements AutoCloseable {
  private static final String FORMAT = "1";
  private static final String SEAL = "fingerprint";
  private static final String HORIZON = "horizon";
  private static final int RUN_DIGITS = 32;

  /** Chunks whose pages are used less than this, in percent, are rewritten now and then. */
  private static final int MIN_FILL = 50;

  private static final int COMPACT_EVERY_CHECKPOINTS = 64;
  private static final int COMPACT_BYTES = 4 << 20;

  private final MVStore store;
  private final CheckedMap<String> header;
  private final CheckedMap<Long> counts;
  private final CheckedMap<byte[]> chunks;
  private final CheckedMap<String> runs;

  /** The checksum of the four maps above; the only map that it does not cover. */
  private final MVMap<String, Long> seal;

  private CheckpointFile(MVStore store) {
    this.store = store;
    // reuse the space of a version five versions later, independent of the clock
    store.setVersionsToKeep(5);
    store.setRetentionTime(0);
    header = checked("header", StringDataType.INSTANCE, CheckedMap::hash);
    counts = checked("words", LongDataType.INSTANCE, CheckedMap::hash);
    chunks = checked("chunks", ByteArrayDataType.INSTANCE, CheckedMap::hash);
    runs = checked("runs", StringDataType.INSTANCE, CheckedMap::hash);
    seal = map("seal", LongDataType.INSTANCE);
  }

  /** Opens the file, or makes an empty one. */
  static CheckpointFile open(Path path) throws IOException {
    MVStore store = null;
    try {
      store =
          new MVStore.Builder()
              .fileName(path.toString())
              .autoCommitDisabled()
              // without this, a full buffer would commit half a checkpoint
              .autoCommitBufferSize(0)
              .open();
      return new CheckpointFile(store);
    } catch (RuntimeException e) {
      if (store != null) {
        store.closeImmediately();
      }
      throw new IOException(firstLine(e), e);
    }
  }

  private <V> CheckedMap<V> checked(
      String name, DataType<V> type, ToLongBiFunction<String, V> hash) {
    return new CheckedMap<>(map(name, type), hash);
  }

  private <V> MVMap<String, V> map(String name, DataType<V> type) {
    return store.openMap(
        name, new MVMap.Builder<String, V>().keyType(StringDataType.INSTANCE).valueType(type));
  }

  /**
   * Fills empty counts.
   *
   * @return the number of the checkpoint that was read
   * @throws StateException if the file is damaged or of something else
   */
  long load(InMemoryCounts<?> memory, Map<String, String> subject) throws StateException {
    try {
      if (seal.isEmpty()) {
        throw new StateException("it is empty or of another program");
      }
      expect("format", FORMAT);
      for (Map.Entry<String, String> line : subject.entrySet()) {
        expect(line.getKey(), line.getValue());
      }
      maps().forEach(CheckedMap::sumUp);
      if (checksum() != seal.get(SEAL)) {
        throw new StateException("it is damaged: its contents do not match their checksum");
      }
      restore(memory);
      return Long.parseLong(header.get("cut"));
    } catch (IOException | RuntimeException e) {
      throw new StateException("it is damaged: " + firstLine(e), e);
    }
  }

  private Stream<CheckedMap<?>> maps() {
    return Stream.of(header, counts, chunks, runs);
  }

  private long checksum() {
    return maps().mapToLong(CheckedMap::checksum).sum();
  }

  private void expect(String name, String value) throws StateException {
    if (!value.equals(header.get(name))) {
      throw new StateException("its " + name + " is " + header.get(name) + ", not " + value);
    }
  }

  private void restore(InMemoryCounts<?> memory) throws IOException {
    List<NamedCount> allCounts = new ArrayList<>();
    for (Map.Entry<String, Long> count : counts.entries()) {
      allCounts.add(new NamedCount(count.getKey(), count.getValue()));
    }
    List<CheckpointDelta.Run> allRuns = new ArrayList<>();
    for (Map.Entry<String, String> run : runs.entries()) {
      String[] figures = run.getValue().split(" ", -1);
      NavigableSet<Long> ends = new TreeSet<>();
      for (String end : List.of(figures).subList(2, figures.length)) {
        ends.add(Long.parseLong(end));
      }
      RunId id = RunId.parse(run.getKey());
      allRuns.add(
          new CheckpointDelta.Run(
              id, Long.parseLong(figures[0]), Long.parseLong(figures[1]), ends));
    }
    List<CheckpointDelta.Chunk> allChunks = new ArrayList<>();
    for (Map.Entry<String, byte[]> chunk : chunks.entries()) {
      RunId run = RunId.parse(chunk.getKey().substring(0, RUN_DIGITS));
      int index = HexFormat.fromHexDigits(chunk.getKey(), RUN_DIGITS, chunk.getKey().length());
      allChunks.add(new CheckpointDelta.Chunk(run, index, seqs(chunk.getValue())));
    }
    long lines = Long.parseLong(header.get("lines"));
    memory.restore(
        new CheckpointDelta(allCounts, allChunks, allRuns, List.of(), millis(HORIZON), lines));
  }

  /** A line of the header that the first builds did not write; 0 if it is not there. */
  private long millis(String name) {
    String millis = header.get(name);
    return millis == null ? 0 : Long.parseLong(millis);
  }

  /**
   * Writes what changed as the next version, and forces it to the disk.
   *
   * @throws IOException if it could not; the file must be replaced then
   */
  void write(CheckpointDelta delta, long checkpoint, Map<String, String> subject)
      throws IOException {
    try {
      delta.forgotten().forEach(this::remove);
      delta.counts().forEach(count -> counts.put(count.name(), count.count()));
      delta.chunks().forEach(c -> chunks.put(key(c.run(), c.index()), bytes(c.seqs())));
      delta.runs().forEach(this::put);
      header.put("format", FORMAT);
      subject.forEach(header::put);
      header.put("cut", Long.toString(checkpoint));
      header.put("lines", Long.toString(delta.lines()));
      header.put(HORIZON, Long.toString(delta.horizonMillis()));
      seal.put(SEAL, checksum());
      store.commit();
      store.sync();
      if (checkpoint % COMPACT_EVERY_CHECKPOINTS == 0) {
        store.compact(MIN_FILL, COMPACT_BYTES);
      }
    } catch (RuntimeException e) {
      throw new IOException(firstLine(e), e);
    }
  }

  private void put(CheckpointDelta.Run run) {
    StringBuilder figures = new StringBuilder(run.duplicates() + " " + run.lastSeenMillis());
    run.ends().forEach(end -> figures.append(' ').append(end));
    runs.put(run.id().toString(), figures.toString());
  }

  private void remove(CheckpointDelta.ForgottenRun run) {
    runs.remove(run.id().toString());
    run.chunks().forEach(index -> chunks.remove(key(run.id(), index)));
  }

  private static byte[] bytes(RoaringBitmap seqs) {
    ByteBuffer bytes = ByteBuffer.allocate(seqs.serializedSizeInBytes());
    seqs.serialize(bytes);
    return bytes.array();
  }

  private static RoaringBitmap seqs(byte[] bytes) throws IOException {
    RoaringBitmap seqs = new RoaringBitmap();
    seqs.deserialize(ByteBuffer.wrap(bytes));
    return seqs;
  }

  private static String key(RunId run, int index) {
    return run + HexFormat.of().toHexDigits(index);
  }

  private static String firstLine(Throwable e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
  }

  /** Without a last commit: what is not committed was never acked. */
  @Override
  public void close() {
    store.closeImmediately();
  }
}
