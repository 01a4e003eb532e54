package pipeline.consumer.store.memory;

import java.util.Collection;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import pipeline.consumer.store.RunFigures;
import pipeline.wire.identity.RunId;

/**
 * The counted sequence numbers of one run, in chunks that are made where numbers fall, so that a
 * lone high number costs no more than a low one; and the run's end. Thread-safe.
 */
final class RunBitmap extends ChangeLog.Item {
  private final RunId run;

  /** Most runs have one chunk. */
  private final ConcurrentHashMap<Integer, SeqChunk> chunks = new ConcurrentHashMap<>(1);

  private final LongAdder duplicates = new LongAdder();
  private volatile long lastSeenMillis;

  /** Replaced, never changed. */
  private volatile NavigableSet<Long> ends = Collections.emptyNavigableSet();

  RunBitmap(RunId run, long lastSeenMillis) {
    this.run = run;
    this.lastSeenMillis = lastSeenMillis;
  }

  RunId run() {
    return run;
  }

  /** The chunk that holds {@code seq}. */
  SeqChunk chunk(long seq) {
    int index = (int) (seq >>> SeqChunk.BITS);
    SeqChunk chunk = chunks.get(index);
    return chunk != null ? chunk : chunks.computeIfAbsent(index, i -> new SeqChunk(run, i));
  }

  Collection<SeqChunk> chunks() {
    return chunks.values();
  }

  /** Takes over a chunk that is durable already. */
  void restore(SeqChunk chunk) {
    chunks.put(chunk.index(), chunk);
  }

  void addDuplicates(long more) {
    duplicates.add(more);
  }

  long duplicates() {
    return duplicates.sum();
  }

  /** Notes that the client says the run has so many lines. */
  synchronized void close(long lines) {
    NavigableSet<Long> more = new TreeSet<>(ends);
    more.add(lines);
    ends = Collections.unmodifiableNavigableSet(more);
  }

  /** The numbers of lines with which it was closed; not to be changed. */
  NavigableSet<Long> ends() {
    return ends;
  }

  void seenAt(long millis) {
    lastSeenMillis = millis;
  }

  long lastSeenMillis() {
    return lastSeenMillis;
  }

  /** The time from which its age counts: its start, or if its id does not tell, when last seen. */
  long ageMillis() {
    return run.isVersion7() ? run.startMillis() : lastSeenMillis;
  }

  RunFigures figures() {
    RunFigures.Scan scan = new RunFigures.Scan(run, ends, duplicates());
    chunks.values().stream()
        .sorted((a, b) -> Integer.compare(a.index(), b.index()))
        .forEach(chunk -> scan.add(chunk.seqs()));
    return scan.figures();
  }
}
