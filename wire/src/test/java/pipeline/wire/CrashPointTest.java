package pipeline.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CrashPointTest {

  /** Passes the point ten times, saying so each time. */
  public static final class Program {
    private Program() {}

    public static void main(String[] args) {
      for (int i = 0; i < 10; i++) {
        System.out.println("before");
        CrashPoint.AFTER_CLAIM.reached();
        CrashPoint.AFTER_MERGE.reached();
      }
    }
  }

  @Test
  void theProgramDiesAtThePlannedHitAndOnlyThere() throws Exception {
    Process killed = run("-Dpipeline.crash=con.afterClaim:3");
    Process unharmed = run("-Dpipeline.crash=con.afterClaim:11");

    assertThat(killed.inputReader().lines()).hasSize(3);
    assertThat(killed.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(killed.exitValue()).isEqualTo(137);
    assertThat(unharmed.inputReader().lines()).hasSize(10);
    assertThat(unharmed.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(unharmed.exitValue()).isZero();
  }

  private static Process run(String option) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            option,
            "-cp",
            System.getProperty("java.class.path"),
            Program.class.getName())
        .start();
  }
}
