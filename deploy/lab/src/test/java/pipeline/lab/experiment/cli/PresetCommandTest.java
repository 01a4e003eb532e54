package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import pipeline.lab.experiment.preset.Grid;
import pipeline.lab.experiment.preset.Preset;
import pipeline.lab.experiment.preset.Published;

/** Tests the presets of reports and benches: what they ask for, print and write, and go on with. */
class PresetCommandTest extends OnFakeRunner {
  private static final Path ROOT = Path.of("../..");
  private static final Duration QUICK = Duration.ofMinutes(20);

  static Stream<String> names() {
    return Preset.NAMES.stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void aShortRunOfEachPresetEndsWithin20Minutes(String name) {
    Duration all = Duration.ZERO;
    for (Grid grid : Preset.named(name).grids(true)) {
      all = all.plus(plan(grid.arguments(true)).round());
    }

    assertThat(all).isLessThanOrEqualTo(QUICK);
  }

  @Test
  void fiveRoundsOfAllReportsEndWithin150Minutes() {
    Duration round =
        Preset.REPORTS.stream()
            .flatMap(name -> Preset.named(name).grids(false).stream())
            .map(grid -> plan(grid.arguments(false)).round())
            .reduce(Duration.ZERO, Duration::plus);

    assertThat(round.multipliedBy(5)).isLessThanOrEqualTo(Duration.ofMinutes(150));
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyFigureIsOfACellOfTheWholeRun(String name) {
    for (Grid grid : Preset.named(name).grids(false)) {
      Plan plan = plan(grid.arguments(false));
      Published published = grid.published();
      for (List<String> row : published.rows()) {
        for (int i = 0; i < published.keys().size(); i++) {
          assertThat(plan.design().factor(published.keys().get(i)).levels())
              .as("%s of %s", row, grid.name())
              .contains(row.get(i));
        }
      }
    }
  }

  private static Plan plan(List<String> arguments) {
    List<String> all = new ArrayList<>(arguments);
    all.replaceAll(each -> each.startsWith("testdata/") ? ROOT.resolve(each).toString() : each);
    return ExperimentCommand.planOf(all);
  }

  @Test
  void withoutANameItListsThePresets() {
    assertThat(preset(NONE, "")).isZero();
    assertThat(out.toString().lines()).hasSameSizeAs(Preset.NAMES);
    assertThat(out.toString()).startsWith("r1  How many client threads");
  }

  @Test
  void putsTheFiguresOfTheReportBesideThoseMeasured() throws IOException {
    assertThat(preset(FAKE, "r1 --quick --out " + home.resolve("out"))).isZero();

    assertThat(err.toString()).startsWith("experiment: preset r1: ");
    assertThat(out.toString())
        .isEqualTo(written("preset.md"))
        .contains("deploy/experiment preset r1 --quick\n")
        .containsPattern("threads \\| design \\|.* R1: requests/s \\| here: requests/s")
        .containsPattern("\\| 16 \\| reference \\| 4,748 \\| \\d,\\d{3} \\|")
        .contains("| transient | off | - | 500 | gone | 0 | 480 |")
        .contains("delivery transient, durable off: 0 of 500 messages are left");
    assertThat(written("preset.html")).contains("R1: word count", "4,748");
    assertThat(written("one-server/experiment.html")).isNotEmpty();
  }

  @Test
  void aBenchPrintsRatiosAndWritesTheTablesForAPage() throws IOException {
    String arguments = "pipeline --quick --rounds 3 --out " + home.resolve("out");
    assertThat(preset(FAKE, arguments)).isZero();

    assertThat(out.toString())
        .startsWith("# Bench pipeline: servers with their consumers")
        .contains("| design | n | lines/s | ÷ base |")
        .containsPattern(
            "\\| reference \\| 3 \\| [\\d,]+ \\([\\d,]+–[\\d,]+\\) \\| \\d\\.\\d\\d \\(")
        .doesNotContain("What differs", "The report's");
    assertThat(written("preset.html"))
        .contains("Bench pipeline", "\"kind\":\"intervals\"", "reference-safe");
    assertThat(written("tables.md"))
        .startsWith(
            "| no broker, classic queues | design | n | lines/s | ÷ base | p99, ms |\n|---|")
        .contains("\n| 128 connections | **this pipeline** | 3 |", "| reference design |");
  }

  @Test
  void anInterruptedOneThatWasContinuedIsTheSameAsOneThatWasNot() throws IOException {
    Path directory = home.resolve("out");
    bench(FAKE);
    Path whole = Files.move(directory, home.resolve("whole"));

    assertThat(bench(interruptedAt(3))).isEqualTo(130);
    assertThat(err.toString()).contains("preset --continue " + directory);
    assertThat(written("preset.html")).isNotEmpty();
    assertThat(preset(FAKE, "--continue " + directory)).isZero();
    // and nothing is left to be started
    assertThat(preset(NONE, "--continue " + directory)).isZero();
    for (String file : List.of("preset.md", "connections-32/experiment.csv")) {
      assertThat(directory.resolve(file)).hasSameTextualContentAs(whole.resolve(file));
    }
  }

  @Test
  void allReportsHaveADirectoryEachAndGoOnWhereTheyWereInterrupted() throws IOException {
    Path directory = home.resolve("out");
    assertThat(preset(interruptedAt(3), "all --quick --out " + directory)).isEqualTo(130);
    assertThat(directory.resolve("r2/preset.html")).doesNotExist();

    assertThat(preset(FAKE, "--continue " + directory)).isZero();
    for (String report : Preset.REPORTS) {
      assertThat(written(report + "/preset.md")).contains("deploy/experiment preset " + report);
    }
    // each can be continued by itself
    assertThat(preset(NONE, "--continue " + directory.resolve("r5"))).isZero();
  }

  @Test
  void goesOnOnlyWithItsOwnKindAndWithTheSettingsThatItHasNow() throws IOException {
    Path directory = home.resolve("out");
    bench(interruptedAt(3));

    assertThat(main(NONE, "--continue " + directory)).isEqualTo(2);
    assertThat(err.toString()).contains("is of a preset: preset --continue " + directory);
    assertThat(preset(NONE, "--continue " + directory.resolve("connections-32"))).isEqualTo(2);
    assertThat(err.toString()).contains("is of no preset");

    Path begun = directory.resolve("connections-32/arguments.txt");
    Files.writeString(
        begun, Files.readString(begun).replace("--warmup\n5000\n", "--warmup\n3000\n"));
    assertThat(preset(NONE, "--continue " + directory)).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).contains("begun with other settings than the preset has now");
  }

  private int bench(Main.RunnerSource source) {
    return preset(source, "pipeline --quick --out " + home.resolve("out"));
  }

  private int preset(Main.RunnerSource source, String arguments) {
    return main(source, "preset --root " + ROOT + " " + arguments);
  }
}
