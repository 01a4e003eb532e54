package pipeline.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.process.ChildProcess;

/** The finished jar, killed. */
class KilledServerIT {
  @Test
  void leavesNothingBehind(@TempDir Path directory) throws Exception {
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    ProcessBuilder java =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.io.tmpdir=" + temporary,
            "-jar",
            Path.of("target", "server.jar").toString());
    java.environment().put("SERVER_HOST", "127.0.0.1");
    java.environment().put("SERVER_PORT", "0");
    java.environment().put("RABBITMQ_URL", "amqp://127.0.0.1:1");
    try (ChildProcess server = ChildProcess.startApart("server", java, directory)) {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> server.out().contains("serving http://127.0.0.1:"));
      server.kill();
    }
    assertThat(temporary).isEmptyDirectory();
  }
}
