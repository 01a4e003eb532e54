package pipeline.client;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** So many requests without a body. */
class CountedSource implements RequestSource {
  private final AtomicLong taken = new AtomicLong();
  private final long total;

  CountedSource(long total) {
    this.total = total;
  }

  @Override
  public Optional<Request> next() throws IOException {
    long number = taken.getAndIncrement();
    return number < total
        ? Optional.of(new Request(number, "POST", "/", new byte[0]))
        : Optional.empty();
  }

  @Override
  public void close() {}
}
