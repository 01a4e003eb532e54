package pipeline.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Answers the one request of each connection with bytes as they are, and hangs up. */
final class RawServer implements AutoCloseable {
  /** The answer that is none: the connection is reset. */
  static final String RESET = "";

  private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  private final AtomicInteger hungUp = new AtomicInteger();
  private final CompletableFuture<List<String>> served;

  /**
   * Starts the server.
   *
   * @param answers one for each connection, in order
   */
  RawServer(String... answers) throws IOException {
    served = CompletableFuture.supplyAsync(() -> Stream.of(answers).map(this::serveOne).toList());
  }

  /** Reads one small request, which comes in one piece, answers and hangs up. */
  private String serveOne(String answer) {
    try (Socket socket = listener.accept()) {
      byte[] request = new byte[4096];
      int length = socket.getInputStream().read(request);
      socket.setSoLinger(answer.equals(RESET), 0); // without a wait closing sends RST, not FIN
      socket.getOutputStream().write(answer.getBytes(UTF_8));
      return new String(request, 0, length, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      hungUp.incrementAndGet();
    }
  }

  String url() {
    return "http://localhost:" + listener.getLocalPort();
  }

  /** How many connections have been closed. */
  int hungUp() {
    return hungUp.get();
  }

  /** The requests, when all have been answered. */
  List<String> requests() throws Exception {
    return served.get(5, TimeUnit.SECONDS);
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
