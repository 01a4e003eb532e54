package pipeline.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.embedded.EmbeddedBrokerProcess;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.FreePort;
import pipeline.testkit.process.Tool;

/**
 * Tests server.war in the webapps folder of a Tomcat 9 as its makers pack it (unpacked by the build
 * to target/tomcat), only its ports changed.
 */
@Tag("long")
class StockTomcatIT {
  private static final Path DISTRIBUTION = Path.of("target/tomcat");
  private static final Path WAR = Path.of("../../server/target/server.war");

  @TempDir private Path directory;

  private static EmbeddedBrokerProcess broker;

  @BeforeAll
  static void startBroker(@TempDir Path home) throws Exception {
    broker = new EmbeddedBrokerProcess(WholeSystemContract.ROOT, home.resolve("broker.log"));
    broker.awaitReady();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Test
  void theWarServesAndTomcatStopsWithinFiveSecondsLeavingNoThread() throws Exception {
    int port = FreePort.find();
    Path base = catalinaBase(port);

    try (ChildProcess tomcat = startTomcat(base)) {
      HttpProbe probe = new HttpProbe("http://127.0.0.1:" + port + "/server");
      await().atMost(Duration.ofSeconds(60)).until(probe::isUp);

      HttpResponse<String> answer =
          probe.post("/textbody/wordcount", "{\"message\":\"the cat and the dog\"}");

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("{\"message\":4}");
      tomcat.terminate(Duration.ofSeconds(5));
      assertThat(tomcat.output())
          .contains("Stopping service [Catalina]")
          .doesNotContain("memory leak")
          .doesNotContain("SEVERE");
    }
  }

  /** Makes a CATALINA_BASE, so that the unpacked distribution stays as it is. */
  private Path catalinaBase(int port) throws IOException {
    Path base = Files.createDirectories(directory.resolve("base"));
    for (String folder : List.of("logs", "temp", "webapps", "work")) {
      Files.createDirectories(base.resolve(folder));
    }
    Tool.run("cp", "-r", home().resolve("conf").toString(), base.toString());
    Path serverXml = base.resolve("conf/server.xml");
    Files.writeString(
        serverXml,
        Files.readString(serverXml)
            .replace("port=\"8005\"", "port=\"-1\"")
            .replace("port=\"8080\"", "port=\"" + port + "\" address=\"127.0.0.1\""));
    Files.copy(WAR, base.resolve("webapps/server.war"));
    return base;
  }

  private ChildProcess startTomcat(Path base) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("bash", home().resolve("bin/catalina.sh").toString(), "run");
    builder
        .environment()
        .putAll(
            Map.of(
                "CATALINA_HOME", home().toAbsolutePath().toString(),
                "CATALINA_BASE", base.toString(),
                "JAVA_HOME", System.getProperty("java.home"),
                "RABBITMQ_URL", broker.url()));
    return ChildProcess.startApart("tomcat", builder, directory);
  }

  private static Path home() throws IOException {
    try (Stream<Path> unpacked = Files.list(DISTRIBUTION)) {
      return unpacked.findFirst().orElseThrow();
    }
  }
}
