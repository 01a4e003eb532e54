package pipeline.client.http;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.io.Closer;

/** One connection to a server, for one thread at a time; only its wait is looked at by another. */
final class ServerConnection extends DefaultBHttpClientConnection {
  private static final int BUFFER_BYTES = 8 * 1024;
  private static final int MAX_HEAD_LINE = 64 * 1024;
  private static final int MAX_HEADERS = 1_000;

  /** The hint lets the body wait for the end of the buffer: head and body leave in one write. */
  private static final Http1Config CONFIG =
      Http1Config.custom()
          .setBufferSize(BUFFER_BYTES)
          .setChunkSizeHint(BUFFER_BYTES)
          .setMaxLineLength(MAX_HEAD_LINE)
          .setMaxHeaderCount(MAX_HEADERS)
          .build();

  private final Socket transport;
  private final AnswerWait wait = new AnswerWait();
  private long idleSinceNanos;

  /**
   * Takes over a socket that is connected.
   *
   * @param transport what it sends its bytes through: the same socket, or the one below encryption
   */
  ServerConnection(Socket socket, Socket transport) throws IOException {
    super(CONFIG);
    this.transport = transport;
    bind(socket);
  }

  void inUseSince(long nanos) {
    wait.begin(nanos);
  }

  /** Lets it rest; false if it cannot be used again, because its time was over. */
  boolean release(long nanos) {
    idleSinceNanos = nanos;
    return wait.end();
  }

  long idleSinceNanos() {
    return idleSinceNanos;
  }

  /** Ends an exchange that has taken longer than the limit; its thread gets an error. */
  void cutOffIfOverdue(long nowNanos, long limitNanos) {
    if (wait.expire(nowNanos, limitNanos)) {
      Closer.closeQuietly(transport); // encryption would want to say goodbye first
    }
  }

  /** What the end of an exchange is to be called: cut off, it looks like anything. */
  IOException reasonOf(IOException failure) {
    if (!wait.hasExpired()) {
      return failure;
    }
    IOException timedOut = new SocketTimeoutException("Read timed out");
    timedOut.initCause(failure);
    return timedOut;
  }
}
