package pipeline.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.server.http.RawHttp;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.Java;

/** The finished jar in a process of its own, without a broker. */
class ServerJarIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern ADDRESS = Pattern.compile("serving http://127.0.0.1:(\\d+)/");
  private static final int HEAP_MIB = 64;

  /** The number of connections, which with a request each take four times the heap. */
  private static final int FLOOD = 3_000;

  private static final int TAKEN_MILLIS = 2_000;

  /** The head of a request whose body Tomcat asks for at once. */
  private static final String HEAD =
      """
      POST /server/textbody/wordcount HTTP/1.1
      Host: x
      Content-Type: application/json
      Content-Length: 100
      Expect: 100-continue

      """
          .replace("\n", "\r\n");

  @TempDir private Path directory;

  @Test
  void answersAfterAFloodOfConnectionsThatItsHeapCouldNotHoldAndLeavesNothingWhenKilled()
      throws Exception {
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    Deque<Socket> flood = new ArrayDeque<>();
    try (ChildProcess server = start("-Xmx" + HEAP_MIB + "m", "-Djava.io.tmpdir=" + temporary)) {
      int port = port(server);
      try {
        while (flood.size() < FLOOD && isTaken(port, flood)) {}
        assertThat(flood).hasSizeGreaterThan(HEAP_MIB * 5);
      } finally {
        for (Socket socket : flood) {
          socket.close();
        }
      }
      await().atMost(PATIENCE).ignoreExceptions().until(() -> health(port) == 503);
      assertThat(server.output()).doesNotContain("OutOfMemoryError");
      server.kill();
    }
    assertThat(temporary).isEmptyDirectory();
  }

  private ChildProcess start(String... options) throws IOException {
    ProcessBuilder java = Java.jar(Path.of("target", "server.jar"), List.of(options));
    java.environment().put("SERVER_HOST", "127.0.0.1");
    java.environment().put("SERVER_PORT", "0");
    java.environment().put("RABBITMQ_URL", "amqp://127.0.0.1:1");
    return ChildProcess.startApart("server", java, directory);
  }

  /** Waits until the server serves, and returns its port. */
  private static int port(ChildProcess server) throws IOException {
    await().atMost(PATIENCE).until(() -> ADDRESS.matcher(server.out()).find());
    Matcher address = ADDRESS.matcher(server.out());
    assertThat(address.find()).isTrue();
    return Integer.parseInt(address.group(1));
  }

  /** Adds a connection with a body that does not come; false if the server does not take it. */
  private static boolean isTaken(int port, Deque<Socket> flood) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    flood.add(socket);
    socket.setSoTimeout(TAKEN_MILLIS);
    socket.getOutputStream().write(HEAD.getBytes(US_ASCII));
    try {
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  private static int health(int port) throws IOException {
    try (RawHttp connection = new RawHttp(port)) {
      connection.sendHead("GET /server/health HTTP/1.1", "Host: x", "Connection: close");
      return connection.answer().status();
    }
  }
}
