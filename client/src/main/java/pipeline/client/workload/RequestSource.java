package pipeline.client.workload;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import pipeline.client.http.Request;

/**
 * The source of a run's requests, which come always in one order; their lines are numbered from 0
 * without gaps, but for those of other clients of a fleet. Thread-safe: every worker draws from the
 * same source.
 */
public interface RequestSource extends Closeable {
  /** Takes the next request, each exactly once; empty when there is none left. */
  Optional<Request> next() throws IOException;

  /** The next requests of this source up to a number; closing it leaves this one open. */
  default RequestSource limitedTo(long limit) {
    AtomicLong left = new AtomicLong(limit);
    return () -> left.getAndDecrement() > 0 ? next() : Optional.empty();
  }

  @Override
  default void close() throws IOException {}
}
