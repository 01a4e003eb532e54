package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.lab.experiment.result.Csv;

/** Tests what the command line takes and refuses, and what an experiment prints and writes. */
class MainTest extends OnFakeRunner {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--threads 0",
        "--threads 1,1",
        "--ack manual,auto",
        "--requests 5",
        "--design ours,ours@",
        "--delay 12ms",
        "--delay client=1ms,client=2ms",
        "--delay moon=1ms",
        "--delay-client 1ms",
        "--workload lift-rides",
        "--workload skiing",
        "--first-phase 32x1000",
        "--seconds 5",
        "--load wrk --repeat 5",
        "--consumers 0 --prefetch 10,100",
        "--colour red",
        "--rounds 0",
        "--margin 0",
        "--budget soon",
        "--budget 10s",
        "--threads",
      })
  void aBadArgumentIsOneLineAndExit2BeforeAnythingStarts(String arguments) {
    assertThat(run(NONE, arguments)).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(1).first().asString().startsWith("experiment: ");
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          HOME/no | is not a file that can be read
          HOME/empty.txt | FILE has no lines
          HOME/text.txt --out HOME | is not empty
          HOME/text.txt --design ours,ours@HOME | HOME: HOME/client/target/client.jar is missing
          --workload lift-rides --design ours,reference | --design reference has no --workload
          --workload swipes --design ours,spring | --design spring has no --workload swipes
          --workload swipes --requests 0 | --requests is from 1 to
          --continue HOME | holds no experiment
          """)
  void whatIsNotThereOrCannotBeIsNamed(String arguments, String named) throws IOException {
    Files.writeString(home.resolve("empty.txt"), "\n\n");

    assertThat(main(NONE, arguments.replace("HOME", home.toString()))).isEqualTo(2);
    assertThat(err.toString()).contains(named.replace("HOME", home.toString()));
  }

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
  void aDelayIsGivenForAllCellsOrAsAFactor() {
    run(FAKE, "--delay client=12ms,consumer=0ms/40ms");

    assertThat(out.toString())
        .contains("delay-consumer 40ms vs 0ms", "in all cells: ", "delay-client 12ms");
  }

  @Test
  void generatedRequestsNeedNoText() {
    String rides = "--workload lift-rides --requests 500 --design ours,nothing,spring";

    assertThat(main(FAKE, rides + " --rounds 1 --out " + home.resolve("out"))).isZero();
    assertThat(out.toString()).contains("--workload lift-rides --requests 500");
  }

  @Test
  void printsTheEstimateThenThePageAndWritesEverything() throws IOException {
    assertThat(run(FAKE, "--queue classic,quorum")).isZero();

    assertThat(err.toString())
        .startsWith("experiment: 8 rounds of 3 launches, 24 in all")
        .containsPattern("launch 5 of 24, .*about 1 min left");
    assertThat(out.toString())
        .isEqualTo(written("experiment.md"))
        .contains("- queue quorum vs classic: throughput lower by 2")
        .contains("- control (A/A): no difference of 5 % or more")
        .contains("- broker: no broker, classic and quorum queues\n");
    assertThat(written("experiment.csv").lines()).hasSize(25);
    assertThat(written("cells.csv").lines()).hasSize(3);
    assertThat(written("experiment.json")).contains("\"comparisons\"");
    assertThat(written("experiment.html")).contains("queue quorum vs classic");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --queue classic,quorum --budget 3m | --budget is 3m; --rounds 5 would fit
          --rounds 1 --budget 9s | 9s; not one round would fit
          --threads 2 --delay client=12ms --rounds 1 --budget 3m | about 135 s each: some 5 min
          --delay client=0ms/49.5ms --rounds 1 --budget 1s | 3 in all, about 20 s each: some 1 min
          """)
  void aBudgetIsComparedWithTheTimeOfAllLaunches(String options, String said) {
    // a launch takes 8 s to start and to end, and each of 10,000 requests waits for its answer
    assertThat(run(NONE, options)).isEqualTo(2);
    assertThat(err.toString()).contains(said);
  }

  @Test
  void theTimeLeftIsByWhatTheLaunchesTook() {
    assertThat(Plan.left(Duration.ofSeconds(40), 2, 30)).isEqualTo("about 10 min left");
  }

  @Test
  void anInterruptedExperimentThatWasContinuedIsTheSameAsOneThatWasNot() throws IOException {
    String factors = "--queue classic,quorum --threads 32,64 --seed 9";
    Path directory = home.resolve("out");
    run(FAKE, factors);
    Path whole = Files.move(directory, home.resolve("whole"));

    assertThat(run(interruptedAt(13), factors)).isEqualTo(130);
    assertThat(err.toString()).contains("interrupted; --continue " + directory);
    assertThat(out.toString()).contains("3 of 8 rounds");
    assertThat(written("experiment.csv").lines()).hasSize(1 + 13);
    assertThat(main(interruptedAt(0), "--continue " + directory)).isEqualTo(130);
    assertThat(main(FAKE, "--continue " + directory)).isZero();
    for (String file : List.of("experiment.csv", "cells.csv")) {
      assertThat(directory.resolve(file)).hasSameTextualContentAs(whole.resolve(file));
    }
  }

  @Test
  void launchesThatKeepFailingEndIt() throws IOException {
    assertThat(run(failingWith("store", "file"), "--queue classic,quorum")).isEqualTo(1);
    assertThat(err.toString()).contains("3 launches in a row have failed: no Java");
    assertThat(written("experiment.md")).contains("round 1", "no Java");
  }

  @Test
  void cellsThatAreNotAvailableHereSaySoAndTheOthersGoOn() throws IOException {
    assertThat(run(failingWith("durable", "off"), "--durable on,off --threads 32,64")).isZero();
    assertThat(written("experiment.csv").lines()).hasSize(1 + 8 * 5);
    assertThat(out.toString())
        .contains("- durable off vs on: invalid: 16 of 16 runs failed\n")
        .contains("- threads 64 vs 32: invalid: 8 of 8 runs with durable off failed\n")
        .contains("- round 8, threads 64, durable off: FAILED, no Java");
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
    assertThat(Csv.fields(cells.get(0)))
        .contains("waiting before, messages", "waiting after, messages", "lost, lines")
        .doesNotContain("throughput, lines/s until counted", "CPU server, µs/line");
    // what it lost is the answer, not a reason to leave it out
    assertThat(Csv.fields(cells.get(2))).startsWith("off", "1");
    assertThat(written("experiment.html"))
        .contains("durable: waiting after")
        .doesNotContain("\"title\":\"Effects", "\"title\":\"CPU a line");
  }

  @Test
  void cellsWithoutARestartAreComparedAsEver() {
    run(FAKE, "--restart none,broker --queue classic,quorum");

    assertThat(out.toString())
        .contains("- queue quorum vs classic: throughput lower by ")
        .contains("- restart broker vs none: no verdict: no round has the throughput of both")
        .contains("- queue classic, restart broker: 500 of 500 messages are left");
  }
}
