package pipeline.wire.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.Java;

/** A program whose output is lost says so and fails; one whose reader has enough does neither. */
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

  @ParameterizedTest
  @CsvSource(
      delimiterString = "::",
      value = {
        "0   :: \"$@\" > /dev/full :: 1 :: program: standard output cannot be written: No space.*",
        "130 :: \"$@\" > /dev/full :: 130 :: program: standard output cannot be written: No space.*",
        "0   :: \"$@\" >&- :: 1 :: program: standard output cannot be written: .*",
        "0   :: { \"$@\"; echo \"code $?\" >&2; } | head -1 :: 0 :: code 0"
      })
  void whatCannotBePrintedIsOneLineAndNoSuccess(int code, String how, int exit, String said)
      throws Exception {
    ProcessBuilder java = Java.main(Program.class, Integer.toString(code));
    List<String> command = new ArrayList<>(List.of("sh", "-c", how, "sh"));
    command.addAll(java.command());
    try (ChildProcess program =
        ChildProcess.startApart("program", java.command(command), directory)) {
      assertThat(program.await(PATIENCE)).isEqualTo(exit);
      assertThat(program.err()).hasLineCount(1);
      assertThat(program.err().strip()).matches(said);
    }
  }
}
