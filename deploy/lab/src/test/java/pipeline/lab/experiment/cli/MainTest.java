package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.lab.experiment.run.FakeRunner;

/** An experiment prints and writes what was measured, however it ends, and nothing that was not. */
class MainTest extends OnFakeRunner {
  @Test
  void anotherBuildIsADesign() throws IOException {
    for (String jar : List.of("client", "server", "consumer")) {
      Path target = Files.createDirectories(home.resolve(jar + "/target"));
      Files.createFile(target.resolve(jar + ".jar"));
    }

    assertThat(run(FAKE, "--rounds 1 --design ours,ours@" + home)).isZero();
    assertThat(written("experiment.csv")).contains(",ours@" + home + ",");
  }

  @Test
  void printsTheSizeThenThePageAndWritesEverything() throws IOException {
    assertThat(run(FAKE, "--queue classic,quorum")).isZero();

    assertThat(err.toString())
        .startsWith("experiment: 8 rounds of 3 launches, 24 in all; results in ")
        .containsPattern("launch 5 of 24, .*about 1 min left");
    assertThat(out.toString())
        .isEqualTo(written("experiment.md"))
        .contains("- queue quorum vs classic: throughput lower by 2")
        .contains("- control (A/A): no difference of 5 % or more")
        .contains("- broker: no broker, classic and quorum queues\n");
    assertThat(written("experiment.csv").lines()).hasSize(25);
    assertThat(written("experiment.csv"))
        .startsWith("block,position,role,threads,first-phase,")
        .contains(",ours,none,none,none,none,none,none,OK,,")
        .containsPattern("(?m),30\\.0,,60\\.0,40\\.0,20\\.0,.*,96\\.0,50\\.0,0 50 120 10$");
    assertThat(written("cells.csv").lines()).hasSize(3);
    assertThat(written("experiment.json")).contains("\"comparisons\"");
    assertThat(written("experiment.html")).contains("queue quorum vs classic");
  }

  @Test
  void anInterruptedExperimentWritesWhatWasMeasured() throws IOException {
    assertThat(run(interruptedAt(13), "--queue classic,quorum --threads 32,64")).isEqualTo(130);
    assertThat(err.toString()).endsWith("experiment: interrupted\n");
    assertThat(out.toString()).contains("3 of 8 rounds");
    assertThat(written("experiment.csv").lines()).hasSize(1 + 13);
  }

  @Test
  void launchesThatKeepFailingEndIt() throws IOException {
    assertThat(run(failingWith("store", "file"), "--queue classic,quorum")).isEqualTo(1);
    assertThat(err.toString()).contains("3 launches in a row have failed: it said");
    assertThat(written("experiment.md")).contains("round 1", "twice");
    assertThat(written("experiment.csv"))
        .contains(",FAILED,\"it said \"\"no\"\", twice and left\",,");
  }

  @Test
  void twoFailuresMayBeChanceWhereThereIsOneCell() throws IOException {
    Main.RunnerSource failing = (plan, logs) -> new FakeRunner(-1, slot -> slot.block() % 2 == 0);
    assertThat(run(failing, "--rounds 4")).isZero();
    assertThat(err.toString()).contains("launch 1 of 8, base: FAILED; it said");
    assertThat(written("experiment.csv").lines()).hasSize(1 + 8);
  }

  /** Two of the five launches of a round fail, in any order. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void cellsThatAreNotAvailableHereSaySoAndTheOthersGoOn(int seed) throws IOException {
    String factors = "--durable on,off --threads 32,64 --seed " + seed;
    assertThat(run(failingWith("durable", "off"), factors)).isZero();
    assertThat(written("experiment.csv").lines()).hasSize(1 + 8 * 5);
    assertThat(out.toString())
        .contains("- durable off vs on: invalid: 16 of 16 runs failed\n")
        .contains("- threads 64 vs 32: invalid: 8 of 8 runs with durable off failed\n")
        .contains("- round 8, threads 64, durable off: FAILED, it said");
  }

  @Test
  void aRestartSaysWhatIsLeftAndHasNothingThatWasNotMeasured() throws IOException {
    run(FAKE, "--restart broker --durable on,off --rounds 1");

    assertThat(out.toString())
        .contains("- durable on: 500 of 500 messages are left, lines lost: 0\n")
        .contains("- durable off: 0 of 500 messages are left, lines lost: 480\n")
        .contains("the broker is stopped and started")
        .doesNotContain("Student", "lines/s");
    List<String> cells = written("cells.csv").lines().toList();
    assertThat(cells.get(0))
        .contains("\"waiting before, messages\",\"waiting after, messages\",\"lost, lines\"")
        .doesNotContain("throughput, lines/s until counted", "CPU server, µs/line");
    // what it lost is the answer, not a reason to leave it out
    assertThat(cells.get(2)).startsWith("off,1,");
    assertThat(written("experiment.html"))
        .contains("durable: waiting after")
        .doesNotContain("\"title\":\"Effects", "\"title\":\"CPU a line");
  }

  @Test
  void theTableHasEightColumnsAtMostThoughLoadsAndRestartsAreMixed() {
    run(FAKE, "--restart none,broker --threads 32,64 --rounds 1");

    String header =
        out.toString().lines().filter(line -> line.contains("÷ base")).findFirst().get();
    assertThat(header.split(" [|] ", -1)).contains("p99, ms").hasSizeLessThanOrEqualTo(8);
  }
}
