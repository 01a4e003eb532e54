package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.FreePort;
import pipeline.testkit.process.Java;
import pipeline.testkit.process.Tool;

/**
 * Each fault that keeps lines from being counted shows at /health, and passes. {@code HealthTest}
 * has a clock of its own, and proves when it shows.
 */
@Tag("long")
class HealthIT extends OnRealQueue {
  /** A user who has no other process: the limit counts all of a user's threads. */
  private static final String USER = "54321";

  private static final List<String> AS_USER =
      List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups");

  private static final Duration WITHOUT = Duration.ofSeconds(4);

  private int port;

  @BeforeEach
  void findPort() throws IOException {
    port = FreePort.find();
  }

  private void awaitUp() {
    await().atMost(SOON).ignoreExceptions().until(() -> get(port, "/health").statusCode() == 200);
  }

  private void awaitDown(String cause) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              HttpResponse<String> health = get(port, "/health");
              assertThat(health.statusCode()).isEqualTo(503);
              assertThat(health.body()).contains(cause);
            });
  }

  @Test
  void aDeadQueueThatTakesNothingShowsAndABrokerThatIsHungOrGone() throws Exception {
    try (ChildProcess consumer = start(List.of(), "2", "--http", Integer.toString(port))) {
      awaitUp();
      String full = "{\"max-length\":0,\"overflow\":\"reject-publish\"}";
      rabbit.ctl("set_policy", "full", "^wordcount\\.dead$", full, "--apply-to", "queues");
      publish(ofType("text/plain"), List.of(new byte[1]));
      awaitDown("wordcount.dead: the broker refuses it (basic.nack)");
      consumer.awaitErr("a message waits for wordcount.dead");
      rabbit.ctl("clear_policy", "full");
      awaitUp();

      rabbit.freeze();
      awaitDown("the broker does not answer");
      rabbit.thaw();
      awaitUp();

      rabbit.kill();
      awaitDown("broker");
      rabbit.start();
      awaitUp();
      consumer.signal("TERM");
      Ended ended = Ended.of(consumer);
      assertThat(ended.status()).as(ended.err()).isZero();
      assertThat(ended.out()).contains("lines=0 ");
    }
    assertThat(takeDead()).hasSize(1);
  }

  private ChildProcess startAsUser() throws IOException {
    Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.copy(Path.of("target", "consumer.jar"), temp.resolve("consumer.jar"));
    ProcessBuilder builder =
        Java.jar(temp.resolve("consumer.jar"), List.of("-Xmx256m"), "2", "--report")
            .directory(temp.toFile());
    builder.command().addAll(0, AS_USER);
    builder.command().addAll(List.of("--http", "" + port, "--dump", dump.toString()));
    builder.environment().putAll(Map.of("RABBITMQ_URL", rabbit.url(), "HOME", temp.toString()));
    return ChildProcess.startApart("consumer", builder, temp);
  }

  @Test
  void itWorksAgainOnceThereAreThreads() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root is somebody else");
    try (ChildProcess consumer = startAsUser()) {
      consumer.awaitErr("consuming from");
      publishLines(0, LINES / 2);
      awaitDelivered();

      prlimit(consumer, "--nproc=1:");
      rabbit.ctl("close_all_connections", "no more threads");
      publishLines(LINES / 2, LINES);
      publish(ofType("text/plain"), List.of(new byte[1]));
      consumer.awaitErr("unable to create native thread");
      await()
          .pollInterval(Duration.ofSeconds(1))
          .during(WITHOUT)
          .atMost(WITHOUT.plus(SOON))
          .until(() -> consumer.isAlive() && get(port, "/health").statusCode() == 503);
      String most = prlimit(consumer, "--nproc", "--output=HARD", "--noheadings");
      prlimit(consumer, "--nproc=" + most + ":");

      awaitUp();
      awaitDelivered();
      await().atMost(SOON).until(() -> consumer.err().contains("moved a message"));
      consumer.signal("TERM");
      assertExact(consumer, LINES);
      assertThat(consumer.out()).contains("dead=1");
    }
  }

  private static String prlimit(ChildProcess consumer, String... options) throws IOException {
    List<String> command = new ArrayList<>(AS_USER);
    command.addAll(List.of("prlimit", "--pid=" + consumer.pid()));
    command.addAll(List.of(options));
    return Tool.run(Map.of(), command).strip();
  }
}
