package pipeline.consumer.store.file;

import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.commons.lang3.function.FailableSupplier;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.Chunks;
import pipeline.consumer.store.Counting;
import pipeline.consumer.store.NewLines;
import pipeline.consumer.store.file.Totals.Total;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/**
 * The part of the counts that is being worked on, in memory: totals and the identities behind them,
 * changed together. No checkpoint sees one without the other. Thread-safe; many threads add at
 * once, and a checkpoint holds them off while it copies what changed.
 *
 * <p>Identities are bitmaps of each run in chunks that are made where numbers fall, so that a lone
 * high number costs no more than a low one. They must outlive the ack, since the broker may deliver
 * acked messages again and a client may send again; so runs leave by age only, and a run that began
 * before one that has left is not taken for a new one.
 *
 * @param <P> the payload of an entry
 */
final class WorkingCounts<P> {
  private static final int GENERATION = 3;
  private static final int FULL = 2;

  private final Counting<P> counting;
  private final FileLimits limits;
  private final WorkingSet<String, Total> numbers;
  private final WorkingSet<RunId, RunState> runs;
  private final WorkingSet<ChunkKey, SeqChunk> chunks;
  private final Totals totals;
  private final LongAdder lines = new LongAdder();

  /** The latest start among all forgotten runs; changed while adders are held off. */
  private volatile long horizonMillis;

  /** The lock that adders share and a checkpoint holds alone. */
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  /** The place of a chunk; has an order for maps with keys of one hash code. */
  record ChunkKey(RunId run, int index) implements Comparable<ChunkKey> {
    @Override
    public int compareTo(ChunkKey other) {
      int byRun = run.compareTo(other.run);
      return byRun == 0 ? Integer.compare(index, other.index) : byRun;
    }

    /** The key in the file, in which chunks follow each other as their runs and numbers do. */
    String text() {
      return run + HexFormat.of().toHexDigits(index);
    }
  }

  /** Working counts with nothing in memory, of what is in the file. */
  WorkingCounts(Counting<P> counting, CurrentFile file, FileLimits limits) {
    this.counting = counting;
    this.limits = limits;
    this.numbers =
        new WorkingSet<>(name -> new Total(name, file.load(counts -> counts.count(name))));
    this.runs = new WorkingSet<>(id -> file.load(counts -> counts.run(id)));
    this.chunks =
        new WorkingSet<>(key -> new SeqChunk(key, file.load(counts -> counts.chunk(key))));
    this.totals = new Totals(counting::rowName, numbers);
    this.horizonMillis = file.load(StateSnapshot::horizonMillis);
    lines.add(file.load(StateSnapshot::lines));
  }

  /**
   * Counts the lines whose identity is new; what is refused leaves nothing behind. Nothing fails
   * here that was parsed before; an {@link Error}, or durable counts that cannot be read, after the
   * first claim leave the counts in an unknown state.
   */
  Added<P> add(List<Entry<P>> entries, List<RunEnd> ends) {
    lock.readLock().lock();
    try {
      Added<P> added = Added.of(entries, ends, this::isForgotten, this::count, this::close);
      lines.add(added.counted());
      return added;
    } finally {
      lock.readLock().unlock();
    }
  }

  private int count(Entry<P> entry) {
    NewLines<P> newLines = claim(entry);
    newLines.forEachPayload(payload -> counting.apply(payload, totals));
    return newLines.count();
  }

  private void close(RunEnd end) {
    RunState run = runs.get(end.run());
    run.close(end.lines());
    runs.changed(run);
  }

  /**
   * Whether the run may be one that was forgotten: it is unknown, and started no later than the
   * latest of those. The time of day plays no part.
   */
  private boolean isForgotten(RunId run) {
    return run.isVersion7() && run.startMillis() <= horizonMillis && !runs.get(run).isKnown();
  }

  /** Claims the identities of an entry of a run that is not forgotten; gives the new lines. */
  private NewLines<P> claim(Entry<P> entry) {
    RunId id = entry.key().run();
    RoaringBitmap known = new RoaringBitmap();
    long end = (long) entry.key().seq() + entry.count();
    long to;
    for (long from = entry.key().seq(); from < end; from = to) {
      to = Math.min(end, Chunks.end(from));
      SeqChunk chunk = chunks.get(new ChunkKey(id, Chunks.index(from)));
      if (chunk.claim(from, to, known, chunks::grow)) {
        chunks.changed(chunk);
      }
    }
    int copies = known.getCardinality();
    RunState run = runs.get(id);
    run.count(entry.count() - copies, copies);
    runs.changed(run);
    return new NewLines<>(entry, known);
  }

  /** Whether the changed or touched objects are enough for a commit before its time. */
  boolean isCommitDue() {
    return isLarge() || changes() >= limits.changes();
  }

  /** Whether nothing more should be added before a commit. */
  boolean isFull() {
    return weight() >= limits.cacheBytes() / FULL || changes() >= FULL * limits.changes();
  }

  private boolean isLarge() {
    return weight() >= limits.cacheBytes() / GENERATION;
  }

  private long weight() {
    return numbers.weight() + runs.weight() + chunks.weight();
  }

  /** The approximate number of changed objects; a chunk counts as two. */
  private long changes() {
    return numbers.changes() + runs.changes() + 2 * chunks.changes();
  }

  /** Runs a task while nothing is added. */
  <T, E extends Throwable> T alone(FailableSupplier<T, E> task) throws E {
    lock.writeLock().lock();
    try {
      return task.get();
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** Removes and returns the changes since the last drain. */
  Changes drain() {
    return alone(this::drained);
  }

  private Changes drained() {
    long now = limits.clock().getAsLong();
    return new Changes(
        numbers.drain(Total::stored),
        chunks.drain(SeqChunk::stored),
        runs.drain(run -> run.stored(now)),
        List.of(),
        lines.sum(),
        horizonMillis);
  }

  /**
   * Forgets runs of which all that was drained is durable, and returns the change that is to be
   * made durable next, though it may fail; nothing may be added between.
   */
  Changes forget(List<RunId> old) {
    for (RunId run : old) {
      if (run.isVersion7()) {
        horizonMillis = Math.max(horizonMillis, run.startMillis());
      }
    }
    endGeneration();
    endGeneration();
    return Changes.forgetting(old, lines.sum(), horizonMillis);
  }

  /** Notes that the last drain is durable and can be loaded, so that memory can be freed. */
  void committed() {
    if (isLarge()) {
      alone(
          () -> {
            endGeneration();
            return null;
          });
    }
  }

  private void endGeneration() {
    numbers.endGeneration();
    runs.endGeneration();
    chunks.endGeneration();
  }
}
