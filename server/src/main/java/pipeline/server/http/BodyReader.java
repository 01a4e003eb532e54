package pipeline.server.http;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import javax.servlet.ServletInputStream;
import javax.servlet.http.HttpServletRequest;

/**
 * Reads bodies without ever holding a thread: what has arrived with the head is read at once, the
 * rest as it comes. Thread-safe.
 */
public final class BodyReader {
  private static final int FIRST_BYTES = 8 << 10;

  /** Takes a whole body, once; a body that is refused is never passed on. */
  @FunctionalInterface
  interface Sink {

    /** Takes the body {@code bytes[0..length)}. Must not block. */
    void body(byte[] bytes, int length);
  }

  private final HttpConfig config;

  /** The free part of the bytes that all bodies may hold together. */
  private final Semaphore budget;

  private final Duration deadline;
  private final ScheduledExecutorService deadlines;
  private final LongSupplier nanoClock;

  public BodyReader(HttpConfig config, ScheduledExecutorService deadlines, LongSupplier nanoClock) {
    this.config = config;
    this.budget = new Semaphore(config.bodiesLimit());
    this.deadline = config.readDeadline();
    this.deadlines = deadlines;
    this.nanoClock = nanoClock;
  }

  /** Registers a gauge of the bytes held. */
  public void measure(MeterRegistry registry) {
    int limit = config.bodiesLimit();
    Gauge.builder("http.server.bodies.bytes", budget, left -> limit - left.availablePermits())
        .description("held of bodies that are not complete; BODIES_LIMIT, and more get 503")
        .register(registry);
  }

  /** The configuration, with the limits of bodies and their lines. */
  HttpConfig config() {
    return config;
  }

  /**
   * Gives the body to {@code sink}, on this thread or later on another; or answers 408, 413 or 503
   * itself.
   *
   * @param limit the longest body, in bytes
   */
  void read(HttpExchange exchange, int limit, Sink sink) throws IOException {
    HttpServletRequest request = exchange.request();
    int announced = request.getContentLength();
    // a body that is announced and never comes costs no memory
    byte[] bytes = new byte[Math.min(FIRST_BYTES, Math.max(0, announced))];
    int count = announced > 0 ? readAvailable(request.getInputStream(), bytes) : 0;
    if (count == announced) {
      sink.body(bytes, count);
      return;
    }
    int longest = announced > 0 ? announced : limit;
    new SlowBody(exchange, sink, bytes, count, longest, budget, nanoClock, deadline.toNanos())
        .start(deadlines);
  }

  /** Discards the body of a request that is to be answered without it. */
  void discard(HttpExchange exchange) throws IOException {
    HttpServletRequest request = exchange.request();
    if (request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null) {
      exchange.discarding();
      ServletInputStream in = request.getInputStream();
      in.setReadListener(new DiscardedBody(exchange, in, nanoClock, deadline.toNanos()));
    }
  }

  /** Answers a request whose body nobody has read with an error. */
  void refuse(HttpExchange exchange, HttpError error) throws IOException {
    discard(exchange);
    exchange.refuse(error);
  }

  /** Reads the bytes that have arrived; available() promises that this does not block. */
  private static int readAvailable(ServletInputStream in, byte[] bytes) throws IOException {
    return in.available() > 0 ? Math.max(0, in.read(bytes)) : 0;
  }
}
