package pipeline.client;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * Where a run's requests come from: numbered from 0 without gaps, in an order that is always the
 * same. Thread-safe: every worker draws from the same source.
 */
interface RequestSource extends Closeable {
  /** Takes the next request, each exactly once; empty when there is none left. */
  Optional<Request> next() throws IOException;
}
