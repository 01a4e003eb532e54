package pipeline.client.workload;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import pipeline.client.http.Request;

/** The next so many requests of another source, which it leaves open. Thread-safe. */
public final class LimitedSource implements RequestSource {
  private final RequestSource source;
  private final AtomicLong left;

  public LimitedSource(RequestSource source, long limit) {
    this.source = source;
    this.left = new AtomicLong(limit);
  }

  @Override
  public Optional<Request> next() throws IOException {
    return left.getAndDecrement() > 0 ? source.next() : Optional.empty();
  }

  @Override
  public void close() {}
}
