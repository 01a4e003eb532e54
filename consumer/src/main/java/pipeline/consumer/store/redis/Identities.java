package pipeline.consumer.store.redis;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.roaringbitmap.RoaringBitmap;
import pipeline.wire.identity.RunId;

/** A set of identities, as a bitmap for each run. Not thread-safe. */
final class Identities {
  private static final RoaringBitmap NONE = new RoaringBitmap();

  private final Map<RunId, RoaringBitmap> runs = new HashMap<>();

  void add(RunId run, RoaringBitmap seqs) {
    if (!seqs.isEmpty()) {
      runs.computeIfAbsent(run, id -> new RoaringBitmap()).or(seqs);
    }
  }

  void removeAll(Identities others) {
    others.runs.forEach(
        (run, seqs) -> {
          RoaringBitmap left = RoaringBitmap.andNot(of(run), seqs);
          if (left.isEmpty()) {
            runs.remove(run);
          } else {
            runs.put(run, left);
          }
        });
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
