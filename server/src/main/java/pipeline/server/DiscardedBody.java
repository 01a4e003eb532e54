package pipeline.server;

import java.io.IOException;
import java.util.function.LongSupplier;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;

/**
 * What follows a refused head or a refused part of a body: thrown away for a while, so that a
 * client which is still sending can read the answer; then the connection is closed. Left to itself,
 * Tomcat would swallow it with a blocked thread, at the client's pace. For the container's threads.
 */
final class DiscardedBody implements ReadListener {
  private static final int MAX_BYTES = 1 << 20;
  private static final int CHUNK = 8 << 10;

  private final Exchange exchange;
  private final ServletInputStream in;
  private final LongSupplier nanoClock;
  private final long end;
  private int discarded;

  DiscardedBody(Exchange exchange, LongSupplier nanoClock, long nanos) throws IOException {
    this.exchange = exchange;
    this.in = exchange.request().getInputStream();
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
    exchange.end();
  }

  @Override
  public void onError(Throwable failure) {
    exchange.end();
  }
}
