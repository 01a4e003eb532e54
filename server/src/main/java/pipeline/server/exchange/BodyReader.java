package pipeline.server.exchange;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;
import javax.servlet.http.HttpServletRequest;
import pipeline.server.lifecycle.Threads;

/**
 * Reads bodies without ever holding a thread: what has arrived with the head is read at once, the
 * rest as it comes. Thread-safe.
 */
public final class BodyReader implements AutoCloseable {
  private static final int FIRST_BYTES = 8 << 10;

  /** The bytes of the first buffer of a body of which nothing came with the head. */
  private static final int FIRST_SLOW_BYTES = 1 << 10;

  /**
   * The most bytes of a refused body that are read: twice the default limit of a body of many
   * lines, so that a client that exceeds it gets its 413.
   */
  private static final int MAX_DISCARDED = 8 << 20;

  private static final Duration CLOSE_LIMIT = Duration.ofMillis(500);

  /** Takes a whole body, once; a body that is refused is never passed on. */
  @FunctionalInterface
  public interface Sink {

    /**
     * Takes the body {@code bytes[0..length)}. Must not block.
     *
     * @throws HttpError which the client gets; another failure is logged, and answered with 500
     */
    void body(byte[] bytes, int length) throws HttpError;
  }

  private final HttpConfig config;

  /** The free part of the bytes that all bodies may hold together. */
  private final Semaphore budget;

  private final Threads threads = new Threads("body-deadlines");
  private final ScheduledThreadPoolExecutor deadlines = new ScheduledThreadPoolExecutor(1, threads);
  private final LongSupplier nanoClock;

  public BodyReader(HttpConfig config, LongSupplier nanoClock) {
    this.config = config;
    this.budget = new Semaphore(config.bodiesLimit());
    this.nanoClock = nanoClock;
    deadlines.setRemoveOnCancelPolicy(true);
    deadlines.prestartAllCoreThreads();
  }

  /** Refuses no late bodies any more. */
  @Override
  public void close() {
    deadlines.shutdownNow();
    threads.awaitEnd(CLOSE_LIMIT);
  }

  /** The configuration, with the limits of bodies and their lines. */
  public HttpConfig config() {
    return config;
  }

  /**
   * Gives the body to {@code sink}, on this thread or later on another; or answers 408, 413 or 503
   * itself.
   *
   * @param limit the longest body, in bytes
   * @throws HttpError 415 if the body is encoded, such as compressed; 413 if it is announced as too
   *     long
   */
  public void read(HttpExchange exchange, int limit, Sink sink) throws IOException, HttpError {
    HttpServletRequest request = exchange.request();
    String encoding = request.getHeader("Content-Encoding");
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      throw new HttpError(ErrorCode.MEDIA_TYPE, "an encoded body is not accepted");
    }
    if (request.getContentLengthLong() > limit) {
      throw tooLong(limit);
    }
    int announced = request.getContentLength();
    // a body that is announced and never comes costs no memory
    byte[] bytes = new byte[Math.min(FIRST_BYTES, Math.max(0, announced))];
    ServletInputStream in = request.getInputStream();
    // available() promises that the read does not block
    int count = announced > 0 && in.available() > 0 ? Math.max(0, in.read(bytes)) : 0;
    if (count == announced) {
      exchange.handle(() -> sink.body(bytes, count));
      return;
    }
    int longest = announced > 0 ? announced : limit;
    new SlowBody(exchange, sink, bytes, count, longest).read();
  }

  /** Discards the body of a request that is to be answered without it. */
  public void discard(HttpExchange exchange) throws IOException {
    if (isAnnounced(exchange.request())) {
      new SlowBody(exchange, (body, length) -> {}, new byte[0], 0, 0).discard();
    }
  }

  /** Whether the request's head announces a body. */
  public static boolean isAnnounced(HttpServletRequest request) {
    return request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
  }

  /** Answers a request whose body nobody has read with an error. */
  public void refuse(HttpExchange exchange, HttpError error) throws IOException {
    discard(exchange);
    exchange.refuse(error);
  }

  private static HttpError tooLong(int limit) {
    return new HttpError(ErrorCode.TOO_LONG, "the body is longer than " + limit + " bytes");
  }

  /**
   * A body that comes in pieces. The container calls whenever bytes have arrived, the deadline on a
   * thread of its own; the first outcome counts: complete, too long, or too late. The lock keeps an
   * answer from being written while the container ends the request.
   *
   * <p>A body that is refused, or that nobody needs, is read and thrown away for a while, so that a
   * client which is still sending can read its answer; then the connection is closed. Left to
   * itself, Tomcat would swallow it with a blocked thread, at the client's pace. Thread-safe.
   */
  private final class SlowBody implements ReadListener {
    private final HttpExchange exchange;
    private final Sink sink;
    private final int limit;
    private final ServletInputStream in;
    private byte[] bytes;
    private int count;
    private int held;
    private Future<?> timer;

    /** Whether the body has had its outcome: what still comes of it is thrown away. */
    private boolean decided;

    private long discardEnd;
    private int discarded;

    /**
     * @param bytes what has been read already, {@code count} bytes of it
     */
    SlowBody(HttpExchange exchange, Sink sink, byte[] bytes, int count, int limit)
        throws IOException {
      this.exchange = exchange;
      this.sink = sink;
      this.bytes = bytes;
      this.count = count;
      this.limit = limit;
      this.in = exchange.request().getInputStream();
    }

    /** Begins to read. */
    synchronized void read() {
      timer =
          deadlines.schedule(this::expire, config.readDeadline().toNanos(), TimeUnit.NANOSECONDS);
      in.setReadListener(this);
      hold(bytes.length);
    }

    /** Begins to throw the whole body away; to be called before the answer. */
    synchronized void discard() {
      decided = true;
      discardRest();
      in.setReadListener(this);
    }

    /**
     * @throws IOException from a malformed chunk, after which Tomcat allows no answer any more; or
     *     to make the container close the connection at once
     */
    @Override
    public synchronized void onDataAvailable() throws IOException {
      int read = 0;
      while (read >= 0 && in.isReady()) {
        read = decided ? throwAway() : take();
      }
    }

    /** Reads some bytes, or refuses the body; returns their number, or -1 at the end. */
    private int take() throws IOException {
      if (count == bytes.length) {
        // one byte more than the limit, to see that there is more
        int longer = Math.min(limit + 1, Math.max(FIRST_SLOW_BYTES, count * 2));
        if (!hold(longer)) {
          return 0;
        }
        bytes = Arrays.copyOf(bytes, longer);
      }
      int read = in.read(bytes, count, bytes.length - count);
      count += Math.max(0, read);
      if (count > limit) {
        refuse(tooLong(limit));
      }
      return read;
    }

    private int throwAway() throws IOException {
      int read = in.read(new byte[FIRST_BYTES]);
      discarded += Math.max(0, read);
      if (discarded > MAX_DISCARDED || nanoClock.getAsLong() - discardEnd >= 0) {
        throw new IOException("the rest of a refused body is too long or too slow");
      }
      return read;
    }

    @Override
    public synchronized void onAllDataRead() {
      if (decided) {
        exchange.discarded();
      } else {
        decide();
        exchange.handle(() -> sink.body(bytes, count));
        bytes = new byte[0];
      }
    }

    /**
     * Handles a client that has gone or sent a malformed chunk. The container closes the connection
     * and ends the request.
     */
    @Override
    public synchronized void onError(Throwable failure) {
      if (!decided) {
        decide();
      }
    }

    private synchronized void expire() {
      refuse(
          new HttpError(ErrorCode.SLOW_BODY, "the body was not complete within the read deadline"));
    }

    /** Takes the bytes of a buffer of this length from the budget, or refuses the request. */
    private boolean hold(int length) {
      boolean granted = budget.tryAcquire(length - held);
      if (granted) {
        held = length;
      } else {
        refuse(new HttpError(ErrorCode.OVERLOAD, "too many bodies are incomplete"));
      }
      return granted;
    }

    private void refuse(HttpError error) {
      if (!decided) {
        decide();
        discardRest();
        exchange.refuse(error);
      }
    }

    private void decide() {
      decided = true;
      timer.cancel(false);
      budget.release(held);
      held = 0;
    }

    private void discardRest() {
      bytes = new byte[0];
      discardEnd = nanoClock.getAsLong() + config.readDeadline().toNanos();
      exchange.discarding();
    }
  }
}
