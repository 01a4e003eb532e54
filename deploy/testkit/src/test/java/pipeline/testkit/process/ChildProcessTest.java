package pipeline.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs are started, awaited, started again, and ended with all that they have started. */
@Timeout(30)
class ChildProcessTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  @TempDir private Path directory;
  private ChildProcess child;

  private void shell(String script) throws IOException {
    child = ChildProcess.startApart("test", new ProcessBuilder("sh", "-c", script), directory);
  }

  /** Starts a shell that says how often it was started, and stays down after exit code 0. */
  private void supervised(String script) throws IOException {
    child =
        ChildProcess.supervised(
            "test",
            starts -> new ProcessBuilder("sh", "-c", "echo start " + starts + "; " + script),
            status -> status == 0,
            directory.resolve("log"));
    child.start();
  }

  private void awaitOutput(String text) {
    await().atMost(LIMIT).until(() -> child.output().contains(text));
  }

  @AfterEach
  void close() {
    child.close();
  }

  @Test
  void keepsItsOutputAndErrorsApart() throws Exception {
    shell("echo result; echo trouble >&2; exit 3");
    assertThat(child.await()).isEqualTo(3);
    assertThat(child.out()).isEqualTo("result\n");
    assertThat(child.err()).isEqualTo("trouble\n");
    assertThat(child.output()).isEqualTo("result\ntrouble\n");
  }

  @Test
  void saysWhatItWroteWhenItDoesNotEnd() throws Exception {
    shell("echo waiting >&2; exec sleep 60");
    child.awaitErr("waiting");
    assertThatThrownBy(() -> child.await(Duration.ZERO))
        .isInstanceOf(StuckException.class)
        .hasMessageStartingWith("test did not end in 0 s; its log is " + directory)
        .hasToString(
            "%s: test did not end in 0 s; its log is %s%nwaiting"
                .formatted(StuckException.class.getName(), errors()));
  }

  private Path errors() throws IOException {
    try (var files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".err")).findAny().orElseThrow();
    }
  }

  @Test
  void aProgramThatEndsBeforeItIsReadyIsNotWaitedForAndShowsItsLastLines() throws Exception {
    shell("echo trouble >&2; exit 5");
    child.awaitErr("trouble");
    assertThatThrownBy(() -> Await.ready(child, LIMIT, () -> "", () -> isThrown()))
        .isInstanceOfSatisfying(
            ProgramException.class,
            failure -> assertThat(failure.lastLines()).isEqualTo(List.of("trouble")))
        .hasMessageStartingWith("test ended with exit code 5 before it was ready; its log is ");
  }

  private static boolean isThrown() throws IOException {
    throw new IOException("nobody listens");
  }

  @Test
  void whyItIsNotReadyInTimeIsSaid() throws Exception {
    shell("exec sleep 60");
    assertThatThrownBy(() -> Await.ready(child, Duration.ZERO, () -> "no broker", () -> false))
        .hasMessageStartingWith("test is not ready after 0 s (no broker); its log is ");
  }

  @Test
  void isGoneWithWhatItHasStartedOnceItIsClosedThoughItWasStopped() throws Exception {
    shell("sleep 61 & echo $! >&2; wait");
    await().atMost(LIMIT).until(() -> child.err().endsWith("\n"));
    long started = Long.parseLong(child.err().strip());
    child.freeze();
    child.close();
    assertThat(child.isAlive()).isFalse();
    await()
        .atMost(LIMIT)
        .until(() -> ProcessHandle.of(started).filter(ProcessHandle::isAlive).isEmpty());
    child.close();
  }

  @Test
  void isStartedAgainWhenItDiedUnaskedAndItsLogSaysHowItEnded() throws IOException {
    Path second = directory.resolve("second");
    Path third = directory.resolve("third");
    supervised(
        "[ -e %s ] && exec sleep 60; [ -e %s ] && touch %s && exit 7; touch %s; kill -9 $$"
            .formatted(third, second, third, second));
    awaitOutput("start 2");
    assertThat(child.output())
        .isEqualTo(
            "start 0\nkilled, starting again\nstart 1\nended with exit code 7, starting again\n"
                + "start 2\n");
    assertThat(child.unaskedExits()).containsExactly(137, 7);
  }

  @Test
  void staysDownWhenKilledAndComesBackWhenStarted() throws IOException {
    supervised("exec sleep 60");
    awaitOutput("start 0");
    child.kill();
    assertThat(child.isAlive()).isFalse();
    assertThat(child.unaskedExits()).isEmpty();
    child.start();
    awaitOutput("start 1");
    assertThat(child.isAlive()).isTrue();
  }

  @Test
  void endsWhenItIsAskedToAndStaysDown() throws Exception {
    supervised("trap 'echo bye; exit 3' TERM; echo ready; while :; do sleep 0.1; done");
    awaitOutput("ready");
    assertThat(child.terminate(LIMIT)).isEqualTo(3);
    assertThat(child.output()).endsWith("bye\n");
    assertThat(child.unaskedExits()).isEmpty();
  }

  @Test
  void isNeverStartedAfterItsClosing() throws IOException {
    supervised("exec sleep 60");
    child.close();
    child.start();
    assertThat(child.isAlive()).isFalse();
  }
}
