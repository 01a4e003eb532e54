package pipeline.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.server.publish.OnRealBroker;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.Java;
import pipeline.testkit.process.Tool;

/** The finished jar in a process of its own goes on after it had too little memory or threads. */
@Tag("long")
class ServerJarIT extends OnRealBroker {
  private static final int HEAP_MIB = 64;

  /** The number of connections, which with a request each take four times the heap. */
  private static final int FLOOD = 3_000;

  /** The connections that the server takes at least, with this heap. */
  private static final int TAKEN = HEAP_MIB * 5;

  /** The time after which a connection beyond those counts as not taken. */
  private static final int TAKEN_MILLIS = 2_000;

  /** The head of a request whose body Tomcat asks for at once. */
  private static final String HEAD =
      "POST /server/textbody/wordcount HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
          + "Content-Length: 100\r\nExpect: 100-continue\r\n\r\n";

  private static final List<String> AS_NOBODY =
      List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

  @TempDir private Path directory;

  private ChildProcess start(String broker, ProcessBuilder java) throws IOException {
    java.environment()
        .putAll(Map.of("SERVER_HOST", "127.0.0.1", "SERVER_PORT", "0", "QUEUE", queue));
    java.environment().putAll(Map.of("RABBITMQ_URL", broker, "PUBLISH_DEADLINE_MS", "60000"));
    return ChildProcess.startApart("server", java, directory);
  }

  /** Waits until the server serves. */
  private static LocalServer serving(ChildProcess server) throws IOException {
    await().atMost(PATIENCE).until(() -> server.out().contains("/server"));
    int port = Integer.parseInt(server.out().replaceAll("(?s).*:(\\d+)/server.*", "$1"));
    return () -> port;
  }

  @Test
  void answersAfterAFloodOfConnectionsThatItsHeapCouldNotHoldAndLeavesNothingWhenKilled()
      throws Exception {
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    List<String> options = List.of("-Xmx" + HEAP_MIB + "m", "-Djava.io.tmpdir=" + temporary);
    Deque<Socket> flood = new ArrayDeque<>();
    try (ChildProcess process =
        start("amqp://127.0.0.1:1", Java.jar(Path.of("target", "server.jar"), options))) {
      LocalServer server = serving(process);
      try {
        while (flood.size() < FLOOD && isTaken(server.port(), flood)) {}
        assertThat(flood).hasSizeGreaterThan(TAKEN);
      } finally {
        for (Socket socket : flood) {
          socket.close();
        }
      }
      await().atMost(PATIENCE).ignoreExceptions().until(() -> server.health().status() == 503);
      assertThat(process.output()).doesNotContain("OutOfMemoryError");
      process.kill();
    }
    assertThat(temporary).isEmptyDirectory();
  }

  /** Adds a connection with a body that does not come; false if the server does not take it. */
  private static boolean isTaken(int port, Deque<Socket> flood) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    flood.add(socket);
    socket.setSoTimeout(flood.size() > TAKEN ? TAKEN_MILLIS : (int) PATIENCE.toMillis());
    socket.getOutputStream().write(HEAD.getBytes(US_ASCII));
    try {
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  @Test
  void aServerThatGotNoThreadForItsConnectionWorksAgainWhenThereAreSome() throws Exception {
    // the limit on threads does not hold for root, and only root can be somebody else
    assumeTrue(System.getProperty("user.name").equals("root"));
    try (ChildProcess process = start(rabbit.url(), asNobody())) {
      LocalServer server = serving(process);
      await().atMost(PATIENCE).until(server::isUp);

      String before = prlimit(process, "--nproc", "--output=SOFT", "--noheadings").strip();
      prlimit(process, "--nproc=1:");
      rabbit.ctl("close_all_connections", "test");
      await().atMost(PATIENCE).until(() -> !server.isUp());
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                server.health().hasStatus(503);
                assertThat(post(server)).isEqualTo(503);
                return process.output().contains("unable to create native thread");
              });
      prlimit(process, "--nproc=" + before + ":");

      await().atMost(PATIENCE).until(server::isUp);
      assertThat(post(server)).isEqualTo(200);
    }
    assertThat(messages()).isEqualTo(1);
  }

  /** The program of a user other than root, in a place that this user can read. */
  private ProcessBuilder asNobody() throws IOException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path jar = Files.copy(Path.of("target", "server.jar"), directory.resolve("server.jar"));
    Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-r--r--"));
    // compiler and collector would start threads of their own when they have more work
    List<String> options =
        List.of("-Xmx128m", "-XX:-UseDynamicNumberOfCompilerThreads", "-XX:+UseSerialGC");
    ProcessBuilder java = Java.jar(jar, options).directory(directory.toFile());
    java.command().addAll(0, AS_NOBODY);
    return java;
  }

  private static String prlimit(ChildProcess process, String... options) throws IOException {
    List<String> command = new ArrayList<>(AS_NOBODY);
    command.addAll(List.of("prlimit", "--pid=" + process.pid()));
    command.addAll(List.of(options));
    return Tool.run(command.toArray(new String[0]));
  }

  private static int post(LocalServer server) throws IOException {
    return server.postTo("/server/textbody/wordcount", "{\"message\":\"a\"}").status();
  }
}
