package pipeline.server;

import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.wire.Counts;
import pipeline.wire.CountsUnavailableException;
import pipeline.wire.ReadAnswer;
import pipeline.wire.Reads;

/** A workload's reads, where this server has a store to ask. Thread-safe. */
final class StoreReads {
  private static final Logger LOG = LoggerFactory.getLogger(StoreReads.class);

  /** Ample while the store answers. */
  private static final long TURN_MILLIS = 20;

  private final Reads reads;
  private final Optional<Counts> counts;
  private final Semaphore permits;

  /**
   * @param permits reads at a time, fewer than there are threads, so that a store that hangs leaves
   *     some for the requests that need no store
   */
  StoreReads(Reads reads, Optional<Counts> counts, int permits) {
    this.reads = reads;
    this.counts = counts;
    this.permits = new Semaphore(permits);
  }

  /**
   * Answers a GET; waits for the store as long as the store's own time limit says.
   *
   * @throws Refusal 404 for an unknown path, 501 without a store, 503 while it cannot be asked
   */
  ReadAnswer answer(String path) throws Refusal {
    if (counts.isEmpty()) {
      throw new Refusal(
          RefusalKind.NO_STORE,
          "this server has no store of counts (REDIS_URL); the consumer answers this path on the"
              + " port of its option --http");
    }
    if (!acquire()) {
      throw new Refusal(RefusalKind.STORE, "too many reads wait for the store");
    }
    try {
      return reads
          .answer(path, counts.get())
          .orElseThrow(() -> new Refusal(RefusalKind.NOT_FOUND, "there is nothing at this path"));
    } catch (CountsUnavailableException e) {
      throw new Refusal(RefusalKind.STORE, e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("a read could not be answered", e);
      throw new Refusal(RefusalKind.FAILURE, "the server failed; its log says how");
    } finally {
      permits.release();
    }
  }

  private boolean acquire() {
    try {
      return permits.tryAcquire(TURN_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
