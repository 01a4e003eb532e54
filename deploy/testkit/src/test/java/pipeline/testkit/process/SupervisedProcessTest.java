package pipeline.testkit.process;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class SupervisedProcessTest {
  @TempDir private Path directory;
  private SupervisedProcess child;

  /** Starts a shell that says how often it was started, and then runs {@code script}. */
  private void start(String script) throws IOException {
    child =
        new SupervisedProcess(
            "test",
            before -> new ProcessBuilder("sh", "-c", "echo start " + before + "; " + script),
            status -> status == 0,
            log());
    child.start();
  }

  private Path log() {
    return directory.resolve("log");
  }

  private void awaitLog(String text) {
    await().atMost(10, SECONDS).until(() -> Files.readString(log()).contains(text));
  }

  @AfterEach
  void close() throws IOException {
    child.close();
  }

  @Test
  void startsAgainWhatDiedUnasked() throws IOException {
    start(
        "[ -e "
            + directory.resolve("second")
            + " ] && exec sleep 60; touch "
            + directory.resolve("second")
            + "; exit 137");
    awaitLog("start 1");
    await().atMost(10, SECONDS).until(child::alive);
    assertThat(child.unaskedExits()).containsExactly(137);
  }

  @Test
  void staysDownWhenKilledAndComesBackWhenStarted() throws IOException {
    start("exec sleep 60");
    awaitLog("start 0");
    child.kill();
    assertThat(child.alive()).isFalse();
    assertThat(child.unaskedExits()).isEmpty();
    child.start();
    awaitLog("start 1");
    assertThat(child.alive()).isTrue();
  }

  @Test
  void isDoneWhenItsWorkIs() throws IOException {
    start("exit 0");
    await().atMost(10, SECONDS).until(child::isDone);
    assertThat(Files.readString(log())).isEqualTo("start 0\n");
  }

  @Test
  void terminatesBySigterm() throws Exception {
    start("trap 'echo bye; exit 3' TERM; while :; do sleep 0.1; done");
    awaitLog("start 0");
    assertThat(child.terminate(Duration.ofSeconds(10))).isEqualTo(3);
    assertThat(Files.readString(log())).endsWith("bye\n");
  }

  @Test
  void freezesAndThaws() throws IOException {
    start("exec sleep 60");
    awaitLog("start 0");
    child.freeze();
    await().atMost(10, SECONDS).until(() -> state().equals("T"));
    child.thaw();
    await().atMost(10, SECONDS).until(() -> state().equals("S"));
  }

  private String state() throws IOException {
    return Files.readString(Path.of("/proc", Long.toString(child.pid()), "stat")).split(" ", -1)[2];
  }

  @Test
  void killsAFrozenOne() throws IOException {
    start("exec sleep 60");
    child.freeze();
    child.kill();
    assertThat(child.alive()).isFalse();
  }

  @Test
  void isNeverStartedAfterItsClosing() throws IOException {
    start("exec sleep 60");
    child.close();
    child.start();
    assertThat(child.alive()).isFalse();
  }
}
