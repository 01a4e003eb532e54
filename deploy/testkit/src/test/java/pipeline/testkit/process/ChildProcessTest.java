package pipeline.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ChildProcessTest {
  @TempDir private Path directory;

  private ChildProcess shell(String script) throws IOException {
    return ChildProcess.startApart("test", new ProcessBuilder("sh", "-c", script), directory);
  }

  @Test
  void keepsItsOutputAndErrorsApart() throws Exception {
    try (ChildProcess child = shell("echo result; echo trouble >&2; exit 3")) {
      assertThat(child.await()).isEqualTo(3);
      assertThat(child.out()).isEqualTo("result\n");
      assertThat(child.err()).isEqualTo("trouble\n");
      assertThat(child.output()).isEqualTo("result\ntrouble\n");
    }
  }

  @Test
  void appendsBothToOneLog() throws Exception {
    Path log = Files.writeString(directory.resolve("log"), "earlier\n");
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", "echo result; echo trouble >&2");
    try (ChildProcess child = ChildProcess.start("test", builder, log)) {
      assertThat(child.await()).isZero();
      assertThat(child.output()).isEqualTo("earlier\nresult\ntrouble\n");
    }
  }

  @Test
  void saysWhatItWroteWhenItDoesNotEnd() throws Exception {
    try (ChildProcess child = shell("echo waiting >&2; exec sleep 60")) {
      child.awaitErr("waiting");
      assertThatThrownBy(() -> child.await(Duration.ZERO))
          .isInstanceOf(StuckException.class)
          .hasMessageContaining("did not end")
          .hasMessageContaining("waiting");
      assertThat(child.exitStatus()).isEmpty();
    }
  }

  @Test
  void nothingIsAwaitedFromOneThatHasEnded() throws Exception {
    try (ChildProcess child = shell("echo trouble >&2")) {
      child.awaitErr("trouble");
      assertThatThrownBy(() -> child.awaitErr("ready"))
          .isInstanceOf(StuckException.class)
          .hasMessageEndingWith("ended without 'ready'");
    }
  }

  @Test
  void endsWhenItIsAskedTo() throws Exception {
    try (ChildProcess child =
        shell("trap 'exit 5' TERM; echo ready >&2; while :; do sleep 0.1; done")) {
      child.awaitErr("ready");
      assertThat(child.terminate(Duration.ofSeconds(10))).isEqualTo(5);
      assertThat(child.exitStatus()).hasValue(5);
    }
  }

  @Test
  void isGoneOnceItIsClosedThoughItWasStopped() throws Exception {
    ChildProcess child = shell("exec sleep 60");
    child.signal("STOP");
    child.close();
    assertThat(child.isAlive()).isFalse();
    child.close();
  }
}
