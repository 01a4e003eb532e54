package pipeline.client;

import java.io.IOException;
import java.net.Socket;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;

/** One connection to a server, for one thread at a time. */
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

  private long idleSinceNanos;

  /** Takes over a socket that is connected. */
  ServerConnection(Socket socket) throws IOException {
    super(CONFIG);
    bind(socket);
  }

  void idleSince(long nanos) {
    idleSinceNanos = nanos;
  }

  long idleSinceNanos() {
    return idleSinceNanos;
  }
}
