package pipeline.wire.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.Java;

@Timeout(60)
class StandardOutputTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int LINES = 20_000;

  @TempDir private Path directory;

  /** Prints more than a pipe holds, and ends with its argument as exit code. */
  public static final class Program {
    public static void main(String[] args) {
      Console console = Console.system("program");
      for (int i = 0; i < LINES; i++) {
        console.out().println(i);
      }
      System.exit(console.ended(Integer.parseInt(args[0])));
    }
  }

  @Test
  void aFullDiskIsOneLineAndNoSuccess() throws Exception {
    try (ChildProcess program = start(0, "\"$@\" > /dev/full")) {
      assertThat(program.await(PATIENCE)).isEqualTo(1);
      assertThat(program.err())
          .isEqualTo("program: standard output cannot be written: No space left on device\n");
    }
  }

  @Test
  void anotherExitCodeStays() throws Exception {
    try (ChildProcess program = start(130, "\"$@\" > /dev/full")) {
      assertThat(program.await(PATIENCE)).isEqualTo(130);
      assertThat(program.err()).hasLineCount(1);
    }
  }

  @Test
  void aStreamThatIsClosedIsNoSuccess() throws Exception {
    try (ChildProcess program = start(0, "\"$@\" >&-")) {
      assertThat(program.await(PATIENCE)).isEqualTo(1);
      assertThat(program.err()).startsWith("program: standard output cannot be written: ");
    }
  }

  @Test
  void aReaderThatLeavesEarlyIsNoFailure() throws Exception {
    try (ChildProcess program = start(0, "{ \"$@\"; echo \"code $?\" >&2; } | head -1")) {
      assertThat(program.await(PATIENCE)).isZero();
      assertThat(program.err()).isEqualTo("code 0\n");
      assertThat(program.out()).isEqualTo("0\n");
    }
  }

  private ChildProcess start(int code, String how) throws Exception {
    ProcessBuilder java = Java.main(Program.class, Integer.toString(code));
    List<String> command = new ArrayList<>(List.of("sh", "-c", how, "sh"));
    command.addAll(java.command());
    return ChildProcess.startApart("program", java.command(command), directory);
  }
}
