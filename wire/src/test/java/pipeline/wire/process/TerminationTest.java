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
  private static final int OWN_CODE = 7;

  @TempDir private Path directory;

  private enum Ending {
    WHEN_TOLD,
    BY_ITSELF,
    AT_WORK,
    NEVER
  }

  /** Ends as its argument says, always with its own exit code. */
  public static final class Program {
    public static void main(String[] args) throws InterruptedException {
      Ending ending = Ending.valueOf(args[0]);
      CountDownLatch told = new CountDownLatch(1);
      Duration limit =
          ending == Ending.NEVER || ending == Ending.AT_WORK ? Duration.ofMillis(200) : PATIENCE;
      Termination termination = Termination.onSignal(told, limit, "too late");
      System.err.println("running");
      if (ending == Ending.BY_ITSELF) {
        told.countDown(); // like a program that ends by itself
      }
      told.await();
      if (ending == Ending.AT_WORK) {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < 3 * limit.toNanos()) {
          termination.alive();
        }
      }
      if (ending == Ending.NEVER) {
        new CountDownLatch(1).await();
      }
      termination.exit(OWN_CODE);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "WHEN_TOLD, 7, running",
    "AT_WORK, 7, running",
    "NEVER, 1, too late",
    "BY_ITSELF, 7, running"
  })
  void aProgramEndsWithItsOwnExitCodeUnlessItIsTooLate(Ending ending, int code, String lastSaid)
      throws Exception {
    try (ChildProcess program =
        ChildProcess.startApart("program", Java.main(Program.class, ending.name()), directory)) {
      program.awaitErr("running");
      boolean told = ending != Ending.BY_ITSELF;
      assertThat(told ? program.terminate(PATIENCE) : program.await(PATIENCE)).isEqualTo(code);
      assertThat(program.err()).endsWith(lastSaid + "\n");
    }
  }
}
