package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.preset.Grid;
import pipeline.lab.experiment.preset.Preset;
import pipeline.lab.experiment.preset.Published;

class PresetCommandTest {
  private static final Path ROOT = Path.of("../..");
  private static final Duration QUICK = Duration.ofMinutes(20);
  private static final Main.RunnerSource NONE =
      (plan, logs) -> {
        throw new AssertionError("started");
      };

  @TempDir private Path home;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  static Stream<String> names() {
    return Preset.NAMES.stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void aShortRunOfEachPresetEndsWithin20Minutes(String name) throws IOException {
    Duration all = Duration.ZERO;
    for (Grid grid : Preset.named(name).grids(true)) {
      all = all.plus(plan(grid.arguments(true)).round());
    }

    assertThat(all).isLessThanOrEqualTo(QUICK);
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyFigureIsOfACellOfTheWholeRun(String name) {
    for (Grid grid : Preset.named(name).grids(false)) {
      Map<String, List<String>> levels =
          plan(grid.arguments(false)).design().factors().stream()
              .collect(Collectors.toMap(Factor::name, Factor::levels));
      Published published = grid.published();
      for (List<String> row : published.rows()) {
        for (int i = 0; i < published.keys().size(); i++) {
          assertThat(levels.get(published.keys().get(i)))
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
    assertThat(run(List.of(), NONE)).isZero();
    assertThat(out.toString().lines()).hasSameSizeAs(Preset.NAMES);
    assertThat(out.toString()).startsWith("r1  How many client threads");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "r0",
        "r1 --rounds 0",
        "r1 --budget soon",
        "r1 --quick --budget 10s",
        "r1 --threads 2",
        "r1 r2",
        "--continue nowhere"
      })
  void aBadArgumentIsOneLineAndExit2BeforeAnythingStarts(String arguments) {
    assertThat(run(List.of(arguments.split(" ")), NONE)).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(1).first().asString().startsWith("experiment: ");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aBudgetThatIsTooSmallSaysHowManyRoundsWouldFit() {
    assertThat(run(List.of("r1", "--quick", "--rounds", "9", "--budget", "1h"), NONE)).isEqualTo(2);
    assertThat(err.toString()).containsPattern("--budget is 1h; --rounds [1-8] would fit");
  }

  @Test
  void putsTheFiguresOfTheReportBesideThoseMeasured() throws IOException {
    Path directory = home.resolve("out");
    assertThat(run(quick(directory), fake(-1))).isZero();

    assertThat(err.toString()).startsWith("experiment: preset r1: ");
    assertThat(out.toString())
        .isEqualTo(Files.readString(directory.resolve("preset.md")))
        .contains("deploy/experiment preset r1 --quick\n")
        .containsPattern("threads \\| design \\|.* R1: requests/s \\| here: requests/s")
        .containsPattern("\\| 16 \\| reference \\| 4,748 \\| \\d,\\d{3} \\|");
    assertThat(directory.resolve("preset.html")).content().contains("R1: word count", "4,748");
    assertThat(Files.readString(directory.resolve("preset.csv")))
        .contains("R1,four-servers,\"threads 256, servers 4\",requests,requests/s,\"4,338\",")
        .contains("R1,four-servers,\"threads 256, servers 1\",requests,requests/s,-,")
        .contains("R1,four-servers,\"threads 256, servers 1\",lost,lines,,0.0");
    assertThat(directory.resolve("one-server/experiment.html")).isNotEmptyFile();
  }

  @Test
  void showsWhatARestartOfTheBrokerLeaves() throws IOException {
    Path directory = home.resolve("out");
    run(quick(directory), fake(-1));

    assertThat(out.toString())
        .contains("R1: waiting after messages | here: waiting after messages | here: lost |")
        .contains("| transient | off | auto | - | 500 | gone | 0 | 480 |")
        .contains("| transient | on | manual | - | 500 | 0 | 500 | 0 |")
        .containsPattern(
            "delivery transient, durable off, ack auto: 0 of 500 messages are left, lines lost: 480");
    assertThat(directory.resolve("restart/cells.csv")).content().contains("waiting after");
    assertThat(directory.resolve("one-server/cells.csv")).content().doesNotContain("waiting after");
  }

  @Test
  void anInterruptedOneThatWasContinuedIsTheSameAsOneThatWasNot() throws IOException {
    Path whole = home.resolve("whole");
    Path broken = home.resolve("broken");
    run(quick(whole), fake(-1));
    assertThat(run(quick(broken), fake(3))).isEqualTo(130);
    assertThat(err.toString()).contains("preset --continue " + broken);
    assertThat(broken.resolve("preset.html")).isNotEmptyFile();
    assertThat(run(List.of("--continue", broken.toString()), fake(-1))).isZero();

    for (String file : List.of("preset.md", "preset.csv", "one-server/experiment.csv")) {
      assertThat(broken.resolve(file)).hasSameTextualContentAs(whole.resolve(file));
    }
  }

  @Test
  void aFinishedOneIsWrittenAgainAsItWas() throws IOException {
    Path directory = home.resolve("out");
    run(quick(directory), fake(-1));
    String page = Files.readString(directory.resolve("preset.md"));

    assertThat(run(List.of("--continue", directory.toString()), NONE)).isZero();
    assertThat(directory.resolve("preset.md")).content().isEqualTo(page).contains("no broker");
  }

  @Test
  void eachKindIsContinuedByItsOwnCommand() throws IOException {
    Path directory = home.resolve("out");
    run(quick(directory), fake(3));
    err.getBuffer().setLength(0);

    String[] ordinary = {"--continue", directory.toString()};
    assertThat(Main.run(ordinary, new PrintWriter(out, true), new PrintWriter(err, true), NONE))
        .isEqualTo(2);
    assertThat(err.toString()).contains("is of a preset: preset --continue " + directory);
    assertThat(run(List.of("--continue", directory.resolve("one-server").toString()), NONE))
        .isEqualTo(2);
    assertThat(err.toString()).contains("is of no preset");
  }

  @Test
  void oneThatWasBegunWithOtherSettingsThanThePresetHasNowIsNotContinued() throws IOException {
    Path directory = home.resolve("out");
    run(quick(directory), fake(3));
    err.getBuffer().setLength(0);
    Path begun = directory.resolve("one-server/arguments.txt");
    Files.writeString(
        begun, Files.readString(begun).replace("--warmup\n2000\n", "--warmup\n3000\n"));

    assertThat(run(List.of("--continue", directory.toString()), NONE)).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).contains("begun with other settings than the preset has now");
  }

  private static List<String> quick(Path directory) {
    return List.of("r1", "--quick", "--out", directory.toString());
  }

  /** Each experiment has a runner of its own, and each of them is interrupted there. */
  private static Main.RunnerSource fake(int interruptedAt) {
    return (plan, logs) -> new FakeRunner(interruptedAt);
  }

  private int run(List<String> arguments, Main.RunnerSource source) {
    List<String> all = new ArrayList<>(List.of("preset"));
    all.addAll(arguments);
    all.addAll(List.of("--root", ROOT.toString()));
    return Main.run(
        all.toArray(String[]::new), new PrintWriter(out, true), new PrintWriter(err, true), source);
  }
}
