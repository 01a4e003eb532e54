package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompareBuildsCommandTest extends OnComparedResults {
  @Test
  void aBuildThatIsSlowerIsExit1AndOneThatIsNotIsExit0() {
    build("before", 1, slot -> false);
    build("same", 1, slot -> false);
    build("slower", 0.9, slot -> false);

    assertThat(compare("before", "same")).isZero();
    assertThat(compare("before", "slower")).isEqualTo(1);
    assertThat(out.toString())
        .contains("queue classic: throughput -10.", "queue quorum: throughput -10.")
        .contains("all cells: throughput -10.", ": slower\n")
        .contains("Its probe took 1.10 times as long.");
    assertThat(compare("slower", "before")).isZero();
  }

  @Test
  void lostLaunchesOfASlowCellDoNotHideThatABuildIsSlower() {
    build("before", 1, slot -> false);
    build("slower", 0.9, slot -> slot.block() < 2 && isSlow(slot));

    assertThat(compare("before", "slower")).isEqualTo(1);
    assertThat(out.toString())
        .contains("all cells: throughput -10.")
        .contains(
            "whole: 24 of 24 launches in 8 rounds before, 22 of 24 launches in 8 rounds after");
  }

  @Test
  void lostLaunchesOfAFastCellMakeNoBuildSlower() {
    build("before", 1, slot -> false);
    build("same", 1, slot -> slot.block() < 2 && !isSlow(slot));

    assertThat(compare("before", "same")).isZero();
    assertThat(out.toString()).containsPattern("all cells: throughput [-+][01]\\.\\d %");
  }

  @Test
  void aCellThatLosesLinesInTooManyRoundsIsNotCompared() {
    build("before", 1, slot -> false);
    build("lossy", 1, slot -> slot.block() < 3 && isSlow(slot));

    assertThat(compare("before", "lossy")).isEqualTo(2);
    assertThat(err.toString())
        .contains("lossy, queue quorum: whole in 5 of 8 rounds, which says too little");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aCellThatLosesLinesWithBothBuildsIsLeftOut() {
    build("before", 1, OnComparedResults::isSlow);
    build("slower", 0.9, slot -> slot.block() < 5 && isSlow(slot));

    assertThat(compare("before", "slower")).isEqualTo(1);
    assertThat(out.toString())
        .contains("queue quorum: left out, since too few rounds of either are whole\n")
        .contains("all cells: throughput -10.")
        .contains(
            "whole: 16 of 16 launches in 8 rounds before, 16 of 16 launches in 8 rounds after");
  }

  @Test
  void oneRoundSaysTooLittle() {
    run(options("before", "--rounds", "1"), new Build(1, slot -> false));

    assertThat(compare("before", "before")).isEqualTo(2);
    assertThat(err.toString()).contains("whole in 1 of 1 rounds, which says too little");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          --repeat 2                      | repeat 1 and 2
          --seconds 5 --load wrk          | seconds 10 and 5; load client and wrk
          --warmup 9                      | warmup 10000 and 9
          --threads 16                    | threads 32 and 16
          --queue quorum,classic          | queue classic,quorum and quorum,classic
          --delay client=2ms --warmup 9   | warmup 10000 and 9; delay-client none and 2ms
          """)
  void whatIsNotTheSameExperimentIsNamed(String option, String difference) {
    build("before", 1, slot -> false);
    run(options("other", option.split(" ")), new Build(1, slot -> false));

    assertThat(compare("before", "other")).isEqualTo(2);
    assertThat(err.toString().strip())
        .doesNotContain("\n")
        .contains("are not of the same experiment: " + difference + " (see");
  }

  @Test
  void cellsThatOnlyOneOfThemHasAreADifference() {
    Build build = new Build(1, slot -> false);
    run(options("all", "--threads", "16,32"), build);
    run(options("some", "--threads", "16,32", "--one-at-a-time"), build);

    assertThat(compare("all", "some")).isEqualTo(2);
    assertThat(err.toString()).contains("combinations 4 and 3");
  }

  @Test
  void generatedRequestsAreTheSameIfTheirSeedIs() {
    Build build = new Build(1, slot -> false);
    for (String seed : List.of("1", "2")) {
      List<String> generated =
          List.of("--workload", "lift-rides", "--queue", "classic,quorum", "--seed-of-data", seed);
      List<String> all = new ArrayList<>(generated);
      all.addAll(List.of("--out", home.resolve("seed" + seed).toString()));
      run(all, build);
    }

    assertThat(compare("seed1", "seed2")).isEqualTo(2);
    assertThat(err.toString()).contains("seed-of-data 1 and 2");
    assertThat(compare("seed1", "seed1")).isZero();
  }

  @Test
  void aTextIsTheSameByWhatIsInIt() throws IOException {
    build("before", 1, slot -> false);
    text = Files.writeString(home.resolve("copy.txt"), Files.readString(text));
    build("copy", 1, slot -> false);
    text = Files.writeString(home.resolve("other.txt"), "a line\n\nlonger\n".repeat(32));
    build("other", 1, slot -> false);

    assertThat(compare("before", "copy")).isZero();
    assertThat(compare("before", "other")).isEqualTo(2);
    assertThat(err.toString()).contains("texts that differ");
  }

  @Test
  void anotherOrderOrNumberOfRoundsIsTheSameExperiment() {
    build("before", 1, slot -> false);
    run(options("after", "--seed", "7", "--rounds", "6"), new Build(1, slot -> false));

    assertThat(compare("before", "after")).isZero();
    assertThat(out.toString()).contains("in 8 rounds before, 18 of 18 launches in 6 rounds after");
  }

  @Test
  void resultsOfAMachineWithMoreCoresAreComparedHereToo() throws IOException {
    run(options("before", "--cpus", "server=core0"), new Build(1, slot -> false));
    for (String name : List.of("arguments.txt", "experiment.csv")) {
      Path file = home.resolve("before").resolve(name);
      Files.writeString(file, Files.readString(file).replace("core0", "core63"));
    }

    assertThat(compare("before", "before")).isZero();
  }

  @Test
  void aMarginThatNothingExceedsIsRefused() {
    build("before", 1, slot -> false);

    assertThat(compare("before", "before", "--margin", "100")).isEqualTo(2);
    assertThat(err.toString()).contains("--margin is between 0 and 100");
  }

  @Test
  void resultsThatCannotBeReadAreNoSlowerBuild() throws IOException {
    build("before", 1, slot -> false);
    build("damaged", 1, slot -> false);
    Path file = home.resolve("damaged/experiment.csv");
    Files.writeString(file, Files.readString(file).replace(",OK,", ",FINE,"));

    assertThat(compare("before", "damaged")).isEqualTo(2);
    assertThat(compare("before", "nowhere")).isEqualTo(2);
    Files.writeString(file, "no header\n");
    assertThat(compare("before", "damaged")).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(3);
  }
}
