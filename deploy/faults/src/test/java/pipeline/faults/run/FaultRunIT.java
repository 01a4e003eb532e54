package pipeline.faults.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.rig.Jars;
import pipeline.rig.Services;
import pipeline.testkit.rabbit.PrivateRabbit;
import pipeline.wire.identity.RunId;
import pipeline.wire.workload.Workload;

/** A run meets its crash point wherever the program reaches it. */
@Tag("long")
@Timeout(240)
class FaultRunIT {
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

  @TempDir private Path home;

  @Test
  void aConsumerThatDiesWhileItIsStoppedHasCrashedAndIsStartedAgain() throws Exception {
    Assumptions.assumeTrue(PrivateRabbit.isInstalled(), "RabbitMQ is not installed");
    RunInput oneLine = new RunInput(Workload.Counter.WORDCOUNT, 1, 1, false, 0);
    // the first is of the start, the second of the line
    Setup setup = Setup.STANDARD.withCommitMillis(2_000).withCrash("ckpt.synced:3", false);
    FaultPlan plan =
        new FaultPlan(1, "late", setup, Set.of(FaultPlan.Evidence.CRASH), List.of(), 1);
    try (Services services = Services.start(ROOT, home, false, false)) {
      RunFiles files = new RunFiles(home, RunId.random(new SecureRandom()).toString());
      RunResult result = FaultRun.run(Jars.builtIn(ROOT), services, files, plan, oneLine);

      assertThat(result.line()).contains("kills=1 ", " EXACT ");
    }
  }
}
