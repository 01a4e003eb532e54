package pipeline.server.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.server.http.RawHttp;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.Java;
import pipeline.testkit.process.Tool;

/**
 * The finished server.jar in a process that can start no thread for a while, as when others use
 * them up.
 */
class ServerWithoutThreadsIT extends OnRealBroker {
  private static final List<String> AS_NOBODY =
      List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
  private static final Pattern ADDRESS = Pattern.compile("serving http://127.0.0.1:(\\d+)/");

  @TempDir private Path directory;

  @Test
  void aServerThatGotNoThreadForItsConnectionWorksAgainWhenThereAreSome() throws Exception {
    // the limit on threads does not hold for root, and only root can be somebody else
    assumeTrue(System.getProperty("user.name").equals("root"));
    try (ChildProcess server = startAsNobody()) {
      await().atMost(PATIENCE).until(() -> ADDRESS.matcher(server.out()).find());
      Matcher address = ADDRESS.matcher(server.out());
      assertThat(address.find()).isTrue();
      int port = Integer.parseInt(address.group(1));
      await().atMost(PATIENCE).until(() -> health(port) == 200);

      String before = prlimit(server, "--nproc", "--output=SOFT", "--noheadings").strip();
      prlimit(server, "--nproc=1:");
      rabbit.ctl("close_all_connections", "test");
      await().atMost(PATIENCE).until(() -> health(port) == 503);
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                assertThat(health(port)).isEqualTo(503);
                assertThat(post(port)).isEqualTo(503);
                return server.output().contains("unable to create native thread");
              });
      prlimit(server, "--nproc=" + before + ":");

      await().atMost(PATIENCE).until(() -> health(port) == 200);
      assertThat(post(port)).isEqualTo(200);
    }
    assertThat(messages()).isEqualTo(1);
  }

  private ChildProcess startAsNobody() throws IOException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path jar = Files.copy(Path.of("target", "server.jar"), directory.resolve("server.jar"));
    Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-r--r--"));
    List<String> options =
        List.of(
            "-Xmx128m",
            // compiler and collector would start threads of their own when they have more work
            "-XX:-UseDynamicNumberOfCompilerThreads",
            "-XX:+UseSerialGC");
    ProcessBuilder java = Java.jar(jar, options).directory(directory.toFile());
    java.command().addAll(0, AS_NOBODY);
    java.environment()
        .putAll(Map.of("SERVER_HOST", "127.0.0.1", "SERVER_PORT", "0", "QUEUE", queue));
    java.environment().put("RABBITMQ_URL", rabbit.url());
    return ChildProcess.startApart("server", java, directory);
  }

  private static String prlimit(ChildProcess process, String... options) throws IOException {
    List<String> command = new ArrayList<>(AS_NOBODY);
    command.addAll(List.of("prlimit", "--pid=" + process.pid()));
    command.addAll(List.of(options));
    return Tool.run(command.toArray(new String[0]));
  }

  private static int health(int port) throws IOException {
    return status(port, "GET /server/health HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
  }

  private static int post(int port) throws IOException {
    return status(port, RawHttp.post("{\"message\":\"a\"}"));
  }

  private static int status(int port, byte[] request) throws IOException {
    try (RawHttp http = new RawHttp(port)) {
      http.send(request);
      return http.answer().status();
    }
  }
}
