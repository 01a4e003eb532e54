package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import pipeline.lab.experiment.report.Preset;
import pipeline.lab.experiment.report.Preset.Grid;
import pipeline.lab.experiment.report.Preset.Published;
import pipeline.lab.experiment.run.Plan;

/** A preset measures each figure of its report, and puts it beside the report's own. */
class PresetCommandTest extends OnFakeRunner {
  private static final Path ROOT = Path.of("../..");

  static Stream<String> names() {
    return Preset.NAMES.stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyRunIsAPlanAndEveryFigureOfACellOfTheWholeRun(String name) {
    for (Grid grid : Preset.named(name).grids(true)) {
      assertThat(plan(grid.arguments(true)).launches()).isPositive();
    }
    for (Grid grid : Preset.named(name).grids(false)) {
      Plan plan = plan(grid.arguments(false));
      Published published = grid.published();
      for (List<String> row : published.rows()) {
        assertThat(row).hasSize(published.keys().size() + published.columns().size());
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
    assertThat(written("preset.html"))
        .contains("R1: word count", "4,748", "\"link\":\"one-server/experiment.html\"")
        .contains("\"look\":\"dashed\"", "[0.0,0.0,0.0,0.0,20000.0,55000.0,24000.0,0.0]")
        .doesNotContain("{{");
    assertThat(written("one-server/experiment.html")).isNotEmpty();
  }

  @Test
  void aBenchPrintsRatios() throws IOException {
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
  }

  @Test
  void allReportsHaveADirectoryEachAsFarAsTheyWereMeasured() throws IOException {
    Path directory = home.resolve("out");
    assertThat(preset(interruptedAt(3), "all --quick --out " + directory)).isEqualTo(130);
    assertThat(directory.resolve("r1").resolve("preset.md"))
        .content()
        .contains("deploy/experiment preset r1 --quick\n");
    assertThat(directory.resolve("r2")).doesNotExist();

    assertThat(preset(FAKE, "all --quick --out " + home.resolve("whole"))).isZero();
    for (String report : Preset.REPORTS) {
      assertThat(home.resolve("whole/" + report + "/preset.html")).isNotEmptyFile();
    }
  }

  private int preset(Main.RunnerSource source, String arguments) {
    return main(source, "preset --root " + ROOT + " " + arguments);
  }
}
