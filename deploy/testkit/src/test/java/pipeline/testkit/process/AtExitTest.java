package pipeline.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program that is ended closes what it has, and then kills what is left. */
@Timeout(60)
class AtExitTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir private Path directory;

  /** A program that waits beside two children and, when interrupted, ends one of them itself. */
  public static final class Program {
    public static void main(String[] args) {
      Path directory = Path.of(args[0]);
      System.exit(AtExit.interrupting(() -> wait(directory)));
    }

    private static int wait(Path directory) {
      try {
        ChildProcess asked = child(directory, "asked");
        child(directory, "left");
        try {
          asked.awaitEnd();
        } catch (InterruptedException e) {
          asked.end(LIMIT);
        }
        return 0;
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    private static ChildProcess child(Path directory, String name) throws IOException {
      String script = "trap 'echo bye; exit' TERM; echo $$; while :; do sleep 0.1; done";
      return ChildProcess.start(
          name, new ProcessBuilder("sh", "-c", script), directory.resolve(name));
    }
  }

  @Test
  void theProgramClosesWhatItHasBeforeWhatIsLeftIsKilled() throws Exception {
    ProcessBuilder java = Java.main(Program.class, directory.toString());
    try (ChildProcess program = ChildProcess.start("program", java, directory.resolve("log"))) {
      Await.until("children", LIMIT, () -> !said("asked").isEmpty() && !said("left").isEmpty());

      program.terminate(LIMIT);

      assertThat(said("asked")).endsWith("bye\n");
      assertThat(said("left")).doesNotContain("bye");
      long left = Long.parseLong(said("left").strip());
      Await.until(
          "end", LIMIT, () -> ProcessHandle.of(left).filter(ProcessHandle::isAlive).isEmpty());
    }
  }

  private String said(String name) throws IOException {
    return Files.readString(directory.resolve(name));
  }
}
