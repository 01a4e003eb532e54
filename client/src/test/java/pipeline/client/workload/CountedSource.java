package pipeline.client.workload;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import pipeline.client.http.Request;

/** A given number of requests without a body. */
public class CountedSource implements RequestSource {
  private final AtomicLong taken = new AtomicLong();
  private final long total;

  public CountedSource(long total) {
    this.total = total;
  }

  @Override
  public Optional<Request> next() throws IOException {
    long number = taken.getAndIncrement();
    return number < total ? Optional.of(Request.post(number, "/", new byte[0])) : Optional.empty();
  }
}
