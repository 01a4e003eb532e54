package pipeline.consumer;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;
import pipeline.wire.CrashPoint;
import pipeline.wire.Entry;
import pipeline.wire.RequestKey;

/**
 * The words' totals and the identities they came from, changed together: no cut sees one without
 * the other. Thread-safe; many threads add at once, and a cut holds them off for as long as copying
 * what changed takes.
 */
final class Tally {
  private final WordTotals words;
  private final RunLedger runs;
  private final Predicate<RequestKey> claim;
  private final LongAdder lines = new LongAdder();

  /** Shared by adders, exclusive for a cut. */
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  Tally(WordTotals words, RunLedger runs) {
    this(words, runs, runs::claim);
  }

  /**
   * A tally with another rule of what is new.
   *
   * @param claim says whether an identity is new; anything but {@code runs::claim} miscounts
   */
  Tally(WordTotals words, RunLedger runs, Predicate<RequestKey> claim) {
    this.words = words;
    this.runs = runs;
    this.claim = claim;
  }

  /**
   * Counts the entries whose identity is new. What was parsed before cannot fail here: an {@link
   * Error} after the first claim leaves the tally in an unknown state.
   *
   * @return how many were new
   */
  int add(List<Entry<Map<String, Integer>>> entries) throws QuotaExceededException {
    lock.readLock().lock();
    try {
      runs.admit(entries);
      int counted = 0;
      for (Entry<Map<String, Integer>> entry : entries) {
        if (claim.test(entry.key())) {
          CrashPoint.AFTER_CLAIM.reached();
          words.merge(entry.payload());
          counted++;
        }
      }
      lines.add(counted);
      return counted;
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Takes over the number of lines behind totals that are durable already. */
  void restoreLines(long durable) {
    lines.add(durable);
  }

  /** What changed since the last cut of either kind. */
  TallyCut cut() {
    lock.writeLock().lock();
    try {
      return new TallyCut(
          words.drainChanges(),
          runs.drainChunks().stream().map(TallyCut.Chunk::of).toList(),
          runs.drainSeen().stream().map(TallyCut.Run::of).toList(),
          runs.expire(),
          lines.sum());
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** Everything there is, for a file that starts from nothing. */
  TallyCut cutAll() {
    lock.writeLock().lock();
    try {
      cut();
      return new TallyCut(
          words.all(),
          runs.runs().stream().flatMap(r -> r.chunks().stream()).map(TallyCut.Chunk::of).toList(),
          runs.runs().stream().map(TallyCut.Run::of).toList(),
          List.of(),
          lines.sum());
    } finally {
      lock.writeLock().unlock();
    }
  }

  WordTotals words() {
    return words;
  }

  RunLedger runs() {
    return runs;
  }

  long lines() {
    return lines.sum();
  }
}
