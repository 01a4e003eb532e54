package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Launch.Status;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.run.Runner;

class CompareCommandTest {
  private static final Path ROOT = Path.of("../..");

  @TempDir private Path home;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path text;

  /** Of some speed; a quorum queue has a tenth of it. Some launches lose lines. */
  private record Build(double speed, Predicate<Slot> loses) implements Runner {
    @Override
    public String about() {
      return "no broker";
    }

    @Override
    public Launch launch(Slot slot) {
      Random random = new Random(1_000L * slot.block() + slot.position());
      double rate = 5_000 * speed * Math.exp(0.02 * random.nextGaussian());
      Map<Metric, Double> values = new EnumMap<>(Metric.class);
      values.put(Metric.LINES_PER_SECOND, isSlow(slot) ? rate / 10 : rate);
      values.put(Metric.PROBE, 400 * (2 - speed));
      Status status = loses.test(slot) ? Status.LOST : Status.OK;
      return new Launch(slot, status, "", values, List.of());
    }

    @Override
    public void close() {
      // holds nothing
    }
  }

  private static boolean isSlow(Slot slot) {
    return slot.cell().level("queue").equals("quorum");
  }

  @BeforeEach
  void writeText() throws IOException {
    text = Files.writeString(home.resolve("text.txt"), "a line\n\nanother\n".repeat(32));
  }

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
    build("before", 1, CompareCommandTest::isSlow);
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

  @Test
  void everyExperimentOfAPresetIsComparedAndOneThatIsSlowerIsEnough() {
    preset("before", "pipeline", (plan, logs) -> new FakeRunner(-1));
    preset("same", "pipeline", (plan, logs) -> new FakeRunner(-1));
    preset(
        "slower",
        "pipeline",
        (plan, logs) -> new FakeRunner(-1, logs.toString().contains("connections-128") ? 0.8 : 1));

    assertThat(compare("before", "same")).isZero();
    assertThat(out.toString())
        .contains("connections-32, design ours: throughput +0.0 %")
        .containsPattern("connections-32, all cells: .*: not slower\n")
        .containsPattern("connections-128, all cells: .*: not slower\n");
    out.getBuffer().setLength(0);
    assertThat(compare("before", "slower")).isEqualTo(1);
    assertThat(out.toString())
        .containsPattern("connections-32, all cells: .*: not slower\n")
        .containsPattern("connections-128, all cells: .*: slower\n");
  }

  @Test
  void anExperimentThatOnlyOneOfThemHasIsNamedAndTheOthersAreCompared() throws IOException {
    preset("before", "pipeline", (plan, logs) -> new FakeRunner(-1));
    preset("after", "pipeline", (plan, logs) -> new FakeRunner(-1));
    Files.delete(home.resolve("after/connections-32/arguments.txt"));

    assertThat(compare("before", "after")).isZero();
    assertThat(out.toString())
        .startsWith("connections-32: only in " + home.resolve("before") + "\n")
        .contains("connections-128, all cells: ");
    Files.delete(home.resolve("after/connections-128/arguments.txt"));
    assertThat(compare("before", "after")).isEqualTo(2);
    assertThat(err.toString()).contains("have no experiment in common");
  }

  @Test
  void whatARestartLeavesIsNoThroughput() {
    preset("before", "r1", (plan, logs) -> new FakeRunner(-1));

    assertThat(compare("before", "before")).isZero();
    assertThat(out.toString())
        .contains("restart: measures no throughput\n")
        .doesNotContain("restart, ")
        .contains("one-server, all cells: ");
  }

  @ParameterizedTest
  @CsvSource({"before,alone", "alone,before", "before,server"})
  void aPresetIsComparedWithTheSamePresetOnly(String one, String other) {
    preset("before", "pipeline", (plan, logs) -> new FakeRunner(-1));
    preset("server", "server", (plan, logs) -> new FakeRunner(-1));
    build("alone", 1, slot -> false);

    assertThat(compare(one, other)).isEqualTo(2);
    assertThat(err.toString()).containsPattern("is of no preset|not of the same experiment");
    assertThat(out.toString()).isEmpty();
  }

  private void build(String name, double speed, Predicate<Slot> loses) {
    run(options(name), new Build(speed, loses));
  }

  private List<String> options(String name, String... more) {
    List<String> all = new ArrayList<>(List.of(text.toString()));
    all.addAll(List.of("--out", home.resolve(name).toString()));
    all.addAll(List.of(more));
    if (!all.contains("--queue")) {
      all.addAll(List.of("--queue", "classic,quorum"));
    }
    return all;
  }

  private void run(List<String> options, Runner runner) {
    run(options, (plan, logs) -> runner);
  }

  private void preset(String name, String preset, Main.RunnerSource source) {
    List<String> options = new ArrayList<>(List.of("preset", preset, "--quick", "--rounds", "2"));
    options.addAll(List.of("--root", ROOT.toString(), "--out", home.resolve(name).toString()));
    run(options, source);
  }

  /** What it prints is of no interest here. */
  private static void run(List<String> options, Main.RunnerSource source) {
    StringWriter said = new StringWriter();
    PrintWriter nowhere = new PrintWriter(said, true);

    assertThat(Main.run(options.toArray(String[]::new), nowhere, nowhere, source))
        .as(said::toString)
        .isZero();
  }

  private int compare(String before, String after, String... options) {
    List<String> arguments = new ArrayList<>(List.of("compare"));
    arguments.addAll(List.of(home.resolve(before).toString(), home.resolve(after).toString()));
    arguments.addAll(List.of(options));
    return Main.run(
        arguments.toArray(String[]::new),
        new PrintWriter(out, true),
        new PrintWriter(err, true),
        (plan, logs) -> {
          throw new AssertionError("started");
        });
  }
}
