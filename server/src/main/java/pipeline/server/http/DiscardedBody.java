package pipeline.server.http;

import java.io.IOException;
import java.util.function.LongSupplier;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;

/**
 * Reads a body that nobody needs and throws it away, for a while, so that a client which is still
 * sending can read its answer; then the connection is closed. Left to itself, Tomcat would swallow
 * it with a blocked thread, at the client's pace. For the container's threads.
 */
final class DiscardedBody implements ReadListener {
  /**
   * The most bytes that are read: twice the default limit of a body of many lines, so that a client
   * that exceeds it gets its 413.
   */
  private static final int MAX_BYTES = 8 << 20;

  private static final int CHUNK = 8 << 10;

  private final HttpExchange exchange;
  private final ServletInputStream in;
  private final LongSupplier nanoClock;
  private final long end;
  private int discarded;

  DiscardedBody(HttpExchange exchange, ServletInputStream in, LongSupplier nanoClock, long nanos) {
    this.exchange = exchange;
    this.in = in;
    this.nanoClock = nanoClock;
    this.end = nanoClock.getAsLong() + nanos;
  }

  /**
   * @throws IOException to make the container close the connection at once
   */
  @Override
  public void onDataAvailable() throws IOException {
    byte[] chunk = new byte[CHUNK];
    while (in.isReady()) {
      int read = in.read(chunk);
      if (read < 0) {
        return;
      }
      discarded += read;
      if (discarded > MAX_BYTES || nanoClock.getAsLong() - end >= 0) {
        throw new IOException("the rest of a refused body is too long or too slow");
      }
    }
  }

  @Override
  public void onAllDataRead() {
    exchange.discarded();
  }

  /** Does nothing: the container closes the connection and ends the request. */
  @Override
  public void onError(Throwable failure) {}
}
