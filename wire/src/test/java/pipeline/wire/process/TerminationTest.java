package pipeline.wire.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.Java;

/** A program that is told to end does so with its own exit code, or is ended. */
@Timeout(60)
class TerminationTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path directory;

  /** Ends as its first argument says, always with its own exit code; the second is its limit. */
  public static final class Program {
    public static void main(String[] args) throws InterruptedException {
      CountDownLatch told = new CountDownLatch(args[0].equals("by itself") ? 0 : 1);
      Duration limit = Duration.ofMillis(Long.parseLong(args[1]));
      Termination termination = Termination.onSignal(told, limit, "too late");
      System.err.println("running");
      told.await();
      long begin = System.nanoTime();
      while (args[0].equals("at work") && System.nanoTime() - begin < 3 * limit.toNanos()) {
        termination.alive();
      }
      if (args[0].equals("never")) {
        new CountDownLatch(1).await();
      }
      termination.exit(7);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "when told, 30000, 7, running",
    "at work, 1000, 7, running",
    "never, 200, 1, too late",
    "by itself, 30000, 7, running"
  })
  void aProgramEndsWithItsOwnExitCodeUnlessItIsTooLate(
      String ending, String limitMillis, int code, String lastSaid) throws Exception {
    ProcessBuilder java = Java.main(Program.class, ending, limitMillis);
    try (ChildProcess program = ChildProcess.startApart("program", java, directory)) {
      program.awaitErr("running");
      boolean told = !ending.equals("by itself");
      assertThat(told ? program.terminate(PATIENCE) : program.await(PATIENCE)).isEqualTo(code);
      assertThat(program.err()).endsWith(lastSaid + "\n");
    }
  }
}
