package pipeline.wire.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.Java;

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

  @Test
  void aProgramThatIsToldEndsWithItsOwnExitCode() throws Exception {
    try (ChildProcess program = start(Ending.WHEN_TOLD)) {
      assertThat(program.terminate(PATIENCE)).isEqualTo(OWN_CODE);
      assertThat(program.err()).endsWith("running\n");
    }
  }

  @Test
  void oneThatIsDoneByItselfDoesToo() throws Exception {
    try (ChildProcess program = start(Ending.BY_ITSELF)) {
      assertThat(program.await(PATIENCE)).isEqualTo(OWN_CODE);
      assertThat(program.err()).endsWith("running\n");
    }
  }

  @Test
  void oneThatIsStillAtWorkHasTheTimeThatItNeeds() throws Exception {
    try (ChildProcess program = start(Ending.AT_WORK)) {
      assertThat(program.terminate(PATIENCE)).isEqualTo(OWN_CODE);
      assertThat(program.err()).endsWith("running\n");
    }
  }

  @Test
  void oneThatDoesNotEndInTimeSaysSoAndFails() throws Exception {
    try (ChildProcess program = start(Ending.NEVER)) {
      assertThat(program.terminate(PATIENCE)).isEqualTo(1);
      assertThat(program.err()).endsWith("running\ntoo late\n");
    }
  }

  private ChildProcess start(Ending ending) throws Exception {
    ChildProcess program =
        ChildProcess.startApart("program", Java.main(Program.class, ending.name()), directory);
    program.awaitErr("running");
    return program;
  }
}
