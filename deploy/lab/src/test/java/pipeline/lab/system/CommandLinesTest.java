package pipeline.lab.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import pipeline.lab.process.Program;

class CommandLinesTest {
  private final CommandLines lines =
      new CommandLines(Jars.builtIn(Path.of("/project")), "amqp://broker");

  @Test
  void aServerListensOnTheLoopbackAndPublishesToTheQueue() {
    Program server = lines.server(8080, "words", "-Xmx64m");

    assertThat(server.command())
        .containsSubsequence("-Xmx64m", "-jar", "/project/server/target/server.jar");
    assertThat(server.environment())
        .containsEntry("SERVER_HOST", "127.0.0.1")
        .containsEntry("SERVER_PORT", "8080")
        .containsEntry("RABBITMQ_URL", "amqp://broker")
        .containsEntry("QUEUE", "words");
  }

  @Test
  void theBrokersUrlIsInNoCommandLineOfOurs() {
    for (Program program :
        List.of(lines.server(1, "q"), lines.consumer(1, "q"), lines.client(List.of("text", "4")))) {
      assertThat(program.command()).noneMatch(argument -> argument.contains("amqp://"));
    }
  }

  @Test
  void aSafeReferenceSystemIsSafeAtBothEnds() {
    assertThat(lines.reference(1, "q", true).command()).contains("--safe");
    assertThat(lines.referenceConsumer("q", 1, true).command()).contains("--safe");
    assertThat(lines.reference(1, "q", false).command()).doesNotContain("--safe");
    assertThat(lines.spring(1, "q", false).environment())
        .containsEntry("SPRING_PROFILES_ACTIVE", "unconfirmed");
  }
}
