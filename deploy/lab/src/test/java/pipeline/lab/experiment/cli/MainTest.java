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

/** Tests how long an experiment is said to take, and what it prints and writes. */
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
  void aDelayIsGivenForAllCellsOrAsAFactor() {
    run(FAKE, "--delay client=12ms,consumer=0ms/40ms");

    assertThat(out.toString())
        .contains("delay-consumer 40ms vs 0ms", "in all cells: ", "delay-client 12ms");
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
          --queue classic,quorum --budget 3m | --budget is 3m; --rounds 7 would fit
          --budget 9s                        | 9s; not one round would fit
          --threads 2 --delay client=12ms    | about 133 s each: some 5 min
          --delay client=0ms/49.5ms          | 3 in all, about 18 s each: some 1 min
          --threads 1 --delay broker=2ms     | about 57 s each
          --threads 1 --delay broker=2ms --design spring       | about 57 s each
          --threads 1 --delay broker=2ms --confirm none        | about 16 s each
          --threads 1 --delay broker=2ms --design reference    | about 16 s each
          --threads 2 --delay client=12ms --lines-per-request 5 | about 31 s each
          --load wrk --warmup 100000         | about 26 s each
          --load wrk --lines-per-request 100 | about 26 s each
          --load backlog --warmup 100000     | about 11 s each
          """)
  void aBudgetIsComparedWithTheTimeOfAllLaunches(String options, String said) {
    // a launch takes 6 s to start and to end, and each of 10,000 requests waits for its answer
    String budget = options.contains("--budget") ? options : options + " --rounds 1 --budget 1s";
    assertThat(run(NONE, budget)).isEqualTo(2);
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
    assertThat(written("commits.txt").lines()).hasSize(1);
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
  void twoFailuresMayBeChanceWhereThereIsOneCell() throws IOException {
    Main.RunnerSource failing = (plan, logs) -> new FakeRunner(-1, slot -> slot.block() % 2 == 0);
    assertThat(run(failing, "--rounds 4")).isZero();
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
