package pipeline.faults;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A Redis of our own on a free port of the loopback, which answers a write only when it is on the
 * disk.
 */
final class PrivateRedis implements Closeable {
  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final int ANSWER_MILLIS = 5_000;

  private final int port = FreePort.find();
  private final Child node;

  /**
   * Starts nothing yet.
   *
   * @param home an existing directory for all its files
   */
  PrivateRedis(Path home) throws IOException {
    List<String> command =
        List.of(
            "redis-server",
            "--port",
            Integer.toString(port),
            "--bind",
            "127.0.0.1",
            "--dir",
            home.toString(),
            "--appendonly",
            "yes",
            "--appendfsync",
            "always",
            "--save",
            "");
    node =
        new Child(
            "redis",
            before -> new ProcessBuilder(command),
            status -> false,
            home.resolve("redis.log"));
  }

  void start() throws IOException, InterruptedException, StuckException {
    node.start();
    awaitReady();
  }

  void awaitReady() throws InterruptedException, StuckException {
    Await.until("Redis", START_LIMIT, () -> ask("PING").equals("+PONG"));
  }

  /** Forgets everything. */
  void flush() throws IOException {
    String answer = ask("FLUSHALL");
    if (!answer.equals("+OK")) {
      throw new IOException("Redis does not forget: " + answer);
    }
  }

  /** Sends an inline command; the first line of the answer. */
  private String ask(String command) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(ANSWER_MILLIS);
      socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
      StringBuilder line = new StringBuilder();
      for (int c = socket.getInputStream().read(); c >= 0 && c != '\r'; ) {
        line.append((char) c);
        c = socket.getInputStream().read();
      }
      return line.toString();
    }
  }

  Child node() {
    return node;
  }

  int port() {
    return port;
  }

  /** The value for {@code --store}, over a proxy's port or its own. */
  static String url(int port) {
    return "redis://127.0.0.1:" + port;
  }

  @Override
  public void close() throws IOException {
    node.close();
  }
}
