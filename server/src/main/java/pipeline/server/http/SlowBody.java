package pipeline.server.http;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;

/**
 * Reads a body that comes in pieces. The container calls whenever bytes have arrived, the deadline
 * on a thread of its own; the first outcome counts: complete, too long, or too late. The lock keeps
 * an answer from being written while the container ends the request. Thread-safe.
 */
final class SlowBody implements ReadListener {
  private static final int FIRST_BYTES = 1 << 10;

  private final HttpExchange exchange;
  private final BodyReader.Sink sink;
  private final int limit;
  private final Semaphore budget;
  private final LongSupplier nanoClock;
  private final long deadlineNanos;
  private final ServletInputStream in;
  private byte[] bytes;
  private int count;
  private int held;
  private boolean decided;
  private DiscardedBody rest;
  private Future<?> timer;

  /**
   * @param start what has been read already, {@code count} bytes of it
   */
  SlowBody(
      HttpExchange exchange,
      BodyReader.Sink sink,
      byte[] start,
      int count,
      int limit,
      Semaphore budget,
      LongSupplier nanoClock,
      long deadlineNanos)
      throws IOException {
    this.exchange = exchange;
    this.sink = sink;
    this.bytes = start;
    this.count = count;
    this.limit = limit;
    this.budget = budget;
    this.nanoClock = nanoClock;
    this.deadlineNanos = deadlineNanos;
    this.in = exchange.request().getInputStream();
  }

  /**
   * Begins to read.
   *
   * @param deadlines where {@link #expire} is to run if the body is not complete in time
   */
  synchronized void start(ScheduledExecutorService deadlines) throws IOException {
    timer = deadlines.schedule(this::expire, deadlineNanos, TimeUnit.NANOSECONDS);
    in.setReadListener(this);
    hold(bytes.length);
  }

  /**
   * @throws IOException from a malformed chunk too; Tomcat then allows no answer any more
   */
  @Override
  public synchronized void onDataAvailable() throws IOException {
    while (rest == null && in.isReady()) {
      if (count == bytes.length) {
        // one byte more than the limit, to see that there is more
        int longer = Math.min(limit + 1, Math.max(FIRST_BYTES, count * 2));
        if (!hold(longer)) {
          break;
        }
        bytes = Arrays.copyOf(bytes, longer);
      }
      int read = in.read(bytes, count, bytes.length - count);
      if (read < 0) {
        return;
      }
      count += read;
      if (count > limit) {
        refuse(RequestHead.tooLarge(limit));
      }
    }
    if (rest != null) {
      rest.onDataAvailable();
    }
  }

  @Override
  public synchronized void onAllDataRead() {
    if (rest != null) {
      rest.onAllDataRead();
    } else if (!decided) {
      decide();
      sink.body(bytes, count);
      bytes = new byte[0];
    }
  }

  /**
   * Handles a client that has gone or sent a malformed chunk. The container closes the connection
   * and ends the request.
   */
  @Override
  public synchronized void onError(Throwable failure) {
    decide();
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
      bytes = new byte[0];
      exchange.discarding();
      exchange.refuse(error);
      rest = new DiscardedBody(exchange, in, nanoClock, deadlineNanos);
    }
  }

  private void decide() {
    decided = true;
    timer.cancel(false);
    budget.release(held);
    held = 0;
  }
}
