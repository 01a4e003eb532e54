package pipeline.consumer.store.file;

import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.h2.mvstore.MVStoreException;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.memory.DurableCounts;
import pipeline.consumer.store.memory.RunRecord;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CountsUnavailableException;

/**
 * The file of a store, which is away for a moment after a write that failed. Loads wait for it.
 * Thread-safe.
 */
final class CurrentFile implements DurableCounts {
  /** How long a file that cannot be read may stay in place until its writer notices. */
  private static final long NOTICE_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** Null while it is away. Guarded by this for changes. */
  private volatile CheckpointFile file;

  /** Null if it is away. */
  CheckpointFile get() {
    return file;
  }

  /** Puts another file in place, null for none, and closes the one before. */
  void set(CheckpointFile next) {
    CheckpointFile before;
    synchronized (this) {
      before = file;
      file = next;
      notifyAll();
    }
    if (before != null) {
      before.close();
    }
  }

  /**
   * What the last checkpoint left, which the caller is to close.
   *
   * @throws CountsUnavailableException while the file is away
   */
  StateSnapshot snapshot() {
    CheckpointFile present = file;
    if (present == null) {
      throw new CountsUnavailableException("the state file is not open at present", null);
    }
    return present.snapshot();
  }

  /** About how many bytes of memory all entries take that were put into it. */
  long bytes() {
    CheckpointFile present = file;
    return present == null ? 0 : present.bytes();
  }

  private <T> T load(Function<StateSnapshot, T> what) {
    while (true) {
      CheckpointFile present = file;
      if (present == null) {
        present = awaitOtherThan(null, Long.MAX_VALUE);
      }
      try (StateSnapshot snapshot = present.snapshot()) {
        return what.apply(snapshot);
      } catch (MVStoreException e) {
        // closed by a write that failed; if it is another fault, the process must end
        if (awaitOtherThan(present, NOTICE_NANOS) == present) {
          throw e;
        }
      }
    }
  }

  private synchronized CheckpointFile awaitOtherThan(CheckpointFile unwanted, long nanos) {
    long begin = System.nanoTime();
    try {
      while ((file == null || file == unwanted) && System.nanoTime() - begin < nanos) {
        wait(1_000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while counts are loaded", e);
    }
    return file;
  }

  @Override
  public long count(String name) {
    return load(snapshot -> snapshot.count(name));
  }

  @Override
  public RoaringBitmap chunk(RunId run, int index) {
    return load(snapshot -> snapshot.chunk(run, index));
  }

  @Override
  public RunRecord run(RunId run) {
    return load(snapshot -> snapshot.run(run));
  }

  @Override
  public long lines() {
    return load(StateSnapshot::lines);
  }

  @Override
  public long horizonMillis() {
    return load(StateSnapshot::horizonMillis);
  }
}
