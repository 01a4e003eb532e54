package pipeline.server;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.wire.Counts;
import pipeline.wire.CountsUnavailableException;
import pipeline.wire.ReadAnswer;
import pipeline.wire.Reads;

/** A workload's reads, where this server has a store to ask. Thread-safe. */
final class StoreReads {
  private static final Logger LOG = LoggerFactory.getLogger(StoreReads.class);

  private final Reads reads;
  private final Optional<Counts> counts;

  StoreReads(Reads reads, Optional<Counts> counts) {
    this.reads = reads;
    this.counts = counts;
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
    try {
      return reads
          .answer(path, counts.get())
          .orElseThrow(() -> new Refusal(RefusalKind.NOT_FOUND, "there is nothing at this path"));
    } catch (CountsUnavailableException e) {
      throw new Refusal(RefusalKind.STORE, e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("a read could not be answered", e);
      throw new Refusal(RefusalKind.FAILURE, "the server failed; its log says how");
    }
  }
}
