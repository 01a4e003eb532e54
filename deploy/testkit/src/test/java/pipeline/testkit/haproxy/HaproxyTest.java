package pipeline.testkit.haproxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.FreePort;

class HaproxyTest {
  private static final Path PROGRAM = Path.of("/usr/sbin/haproxy");
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir private Path directory;

  @Test
  void theProcessIsHaproxyItselfAndPassesRequestsOn() throws Exception {
    assumeTrue(Files.isExecutable(PROGRAM), "HAProxy is not installed");
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> exchange.sendResponseHeaders(200, -1));
    server.start();
    int port = FreePort.find();
    List<Integer> servers = List.of(server.getAddress().getPort());
    List<String> command = Haproxy.command(Path.of("../.."), "http", servers, port, directory);
    Path log = directory.resolve("log");
    try (ChildProcess haproxy = ChildProcess.start("haproxy", new ProcessBuilder(command), log)) {
      Await.until("answer", LIMIT, () -> status("http://127.0.0.1:" + port + "/") == 200);

      assertThat(Path.of("/proc/" + haproxy.pid() + "/exe").toRealPath())
          .isEqualTo(PROGRAM.toRealPath());
    } finally {
      server.stop(0);
    }
  }

  private static int status(String url) throws Exception {
    return ((HttpURLConnection) new URL(url).openConnection()).getResponseCode();
  }
}
