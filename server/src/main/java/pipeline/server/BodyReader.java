package pipeline.server;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import javax.servlet.ServletInputStream;
import javax.servlet.http.HttpServletRequest;

/**
 * Reads bodies without ever holding a thread: what came with the head is read at once, the rest as
 * it comes. Thread-safe.
 */
final class BodyReader {
  private static final int FIRST_BYTES = 8 << 10;

  private final int limit;
  private final Duration deadline;
  private final ScheduledExecutorService deadlines;
  private final LongSupplier nanoClock;

  BodyReader(HttpConfig config, ScheduledExecutorService deadlines, LongSupplier nanoClock) {
    this.limit = config.bodyLimit();
    this.deadline = config.readDeadline();
    this.deadlines = deadlines;
    this.nanoClock = nanoClock;
  }

  /** The longest body, in bytes. */
  int limit() {
    return limit;
  }

  /**
   * Gives the body to {@code sink}, on this thread or later on another; or answers 408 or 413
   * itself.
   */
  void read(Exchange exchange, BodySink sink) throws IOException {
    HttpServletRequest request = exchange.request();
    int announced = request.getContentLength();
    // what is announced and never comes costs no memory
    byte[] bytes = new byte[Math.min(FIRST_BYTES, Math.max(0, announced))];
    int count = announced > 0 ? readAvailable(request.getInputStream(), bytes) : 0;
    if (count == announced) {
      sink.body(bytes, count);
      return;
    }
    new SlowBody(exchange, sink, bytes, count, limit, nanoClock, deadline.toNanos())
        .start(deadlines);
  }

  /** Answers a request whose body nobody has read. */
  void refuse(Exchange exchange, Refusal refusal) throws IOException {
    HttpServletRequest request = exchange.request();
    if (request.getContentLengthLong() <= 0 && request.getHeader("Transfer-Encoding") == null) {
      exchange.refuse(refusal);
      return;
    }
    exchange.refuseEarly(refusal);
    request
        .getInputStream()
        .setReadListener(new DiscardedBody(exchange, nanoClock, deadline.toNanos()));
  }

  /** One read of what is there already; available() promises that it does not block. */
  private static int readAvailable(ServletInputStream in, byte[] bytes) throws IOException {
    return in.available() > 0 ? Math.max(0, in.read(bytes)) : 0;
  }
}
