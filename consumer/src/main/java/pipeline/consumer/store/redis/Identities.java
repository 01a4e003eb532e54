package pipeline.consumer.store.redis;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.roaringbitmap.RoaringBitmap;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunId;

/** A set of identities, as a bitmap for each run. Not thread-safe. */
final class Identities {
  private static final RoaringBitmap NONE = new RoaringBitmap();

  private final Map<RunId, RoaringBitmap> runs = new HashMap<>();

  /** Adds the identities of all lines of an entry. */
  void add(Entry<?> entry) {
    long first = entry.key().seq();
    bitmap(entry.key().run()).add(first, first + entry.count());
  }

  void add(RunId run, int seq) {
    bitmap(run).add(seq);
  }

  void add(RunId run, RoaringBitmap seqs) {
    bitmap(run).or(seqs);
  }

  void addAll(Identities others) {
    others.runs.forEach((run, seqs) -> bitmap(run).or(seqs));
  }

  void removeAll(Identities others) {
    others.runs.forEach(
        (run, seqs) -> {
          RoaringBitmap left = bitmap(run);
          left.andNot(seqs);
          if (left.isEmpty()) {
            runs.remove(run);
          }
        });
  }

  private RoaringBitmap bitmap(RunId run) {
    return runs.computeIfAbsent(run, id -> new RoaringBitmap());
  }

  boolean isEmpty() {
    return runs.isEmpty();
  }

  /** The numbers of a run; not to be changed. */
  RoaringBitmap of(RunId run) {
    return runs.getOrDefault(run, NONE);
  }

  void forEach(BiConsumer<RunId, RoaringBitmap> run) {
    runs.forEach(run);
  }
}
