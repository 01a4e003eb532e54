package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailingLaunchesTest extends OnFakeRunner {
  /** Launches with {@code --durable off} fail, as with a broker that refuses such queues. */
  private static final Main.RunnerSource ONLY_DURABLE =
      (plan, logs) -> new FailingRunner(cell -> cell.level("durable").equals("off"));

  @Test
  void launchesThatKeepFailingEndIt() throws IOException {
    Path directory = home.resolve("out");
    int code =
        run(
            directory,
            List.of("--queue", "classic,quorum"),
            (plan, logs) -> new FailingRunner(cell -> true));

    assertThat(code).isEqualTo(1);
    assertThat(err.toString()).contains("3 launches in a row have failed: no Java");
    assertThat(Files.readString(directory.resolve("experiment.md"))).contains("round 1", "no Java");
  }

  @Test
  void cellsThatAreNotAvailableHereSaySoAndTheOthersGoOn() throws IOException {
    Path directory = home.resolve("out");
    List<String> factors = List.of("--durable", "on,off", "--threads", "32,64");
    int code = run(directory, factors, ONLY_DURABLE);

    assertThat(code).isZero();
    assertThat(Files.readAllLines(directory.resolve("experiment.csv"))).hasSize(1 + 8 * 5);
    assertThat(out.toString())
        .contains("- durable off vs on: invalid: 16 of 16 runs failed\n")
        .contains("- threads 64 vs 32: invalid: 8 of 8 runs with durable off failed\n")
        .contains("- round 8, threads 64, durable off: FAILED, no Java");
  }

  @Test
  void aBaseThatIsNotAvailableHereEndsNothingEither() throws IOException {
    Path directory = home.resolve("out");
    List<String> factors = List.of("--durable", "off,on", "--threads", "32,64,128");
    int code = run(directory, factors, ONLY_DURABLE);

    assertThat(code).isZero();
    assertThat(Files.readAllLines(directory.resolve("experiment.csv"))).hasSize(1 + 8 * 7);
  }
}
