package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.preset.Grid;
import pipeline.lab.experiment.preset.Preset;

/** Tests what deploy/bench measures. */
class BenchPresetTest {
  private static final Path ROOT = Path.of("../..");

  @TempDir private Path home;
  private final StringWriter out = new StringWriter();

  /** Checks the number of cells of a whole run, and the factors that differ between them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          pipeline     | connections-32  | 4  | design ours/nothing/reference/reference-safe
          pipeline     | connections-128 | 4  | design ours/nothing/reference/reference-safe
          server       | connections-32  | 6  | design ours/nothing/reference/reference-safe/spring-unconfirmed/spring
          server       | connections-128 | 6  | design ours/nothing/reference/reference-safe/spring-unconfirmed/spring
          war          | connections-32  | 2  | design ours/war
          war          | connections-128 | 2  | design ours/war
          bulk         | pipeline        | 6  | threads 128/16, lines-per-request 1/100/1000
          bulk         | reading         | 3  | lines-per-request 1/100/1000
          safety       | connections-32  | 5  | queue classic/quorum, publish group/per-request, confirm on/none, delivery persistent/transient
          client       | one-core        | 3  | load client/wrk/hey
          consumer     | one-line        | 3  | design ours/reference/reference-safe
          consumer     | threads         | 3  | consumer-threads 1/2/4
          link         | distance        | 6  | consumer-threads 1/10/80, prefetch 100/1000
          growth       | times-10        | 1  | ""
          growth       | times-100       | 1  | ""
          growth-big   | times-1000      | 1  | ""
          """)
  void measures(String preset, String name, int cells, String varied) {
    Grid grid =
        Preset.named(preset).grids(false).stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow();
    Plan plan = plan(grid);

    assertThat(plan.design().cells()).hasSize(cells);
    assertThat(plan.design().varied().stream().map(BenchPresetTest::spelled))
        .isEqualTo(varied.isEmpty() ? List.of() : List.of(varied.split(", ")));
  }

  @Test
  void alternativesChangeOneSettingOfTheBaseAtATime() {
    for (Grid grid : Preset.named("alternatives").grids(false).subList(0, 2)) {
      assertThat(plan(grid).design().cells()).hasSize(9);
      assertThat(plan(grid).design().isOneAtATime()).isTrue();
    }
  }

  @Test
  void aSmallMachineHasOneCoreForServerAndConsumer() {
    for (Grid grid : Preset.named("footprint").grids(false)) {
      Plan plan = plan(grid);
      assertThat(plan.design().base().levels())
          .containsEntry("cpus-server", "core0")
          .containsEntry("cpus-consumer", "core0")
          .containsEntry("jvm", "-Xmx128m");
      assertThat(plan.warmUp()).isEqualTo(1);
    }
  }

  private static Plan plan(Grid grid) {
    List<String> all = new ArrayList<>(grid.arguments(false));
    all.replaceAll(each -> each.startsWith("testdata/") ? ROOT.resolve(each).toString() : each);
    return ExperimentCommand.planOf(all);
  }

  private static String spelled(Factor factor) {
    return factor.levels().stream().collect(Collectors.joining("/", factor.name() + " ", ""));
  }

  @Test
  void aBenchPrintsRatiosAndWritesTheTablesForAPage() throws IOException {
    Path directory = home.resolve("out");
    int code =
        Main.run(
            new String[] {
              "preset",
              "pipeline",
              "--quick",
              "--rounds",
              "3",
              "--root",
              ROOT.toString(),
              "--out",
              directory.toString()
            },
            new PrintWriter(out, true),
            new PrintWriter(new StringWriter(), true),
            (plan, logs) -> new FakeRunner(-1));

    assertThat(code).isZero();
    assertThat(out.toString())
        .startsWith("# Bench pipeline: servers with their consumers")
        .contains("| design | n | lines/s | ÷ base |")
        .containsPattern(
            "\\| reference \\| 3 \\| [\\d,]+ \\([\\d,]+–[\\d,]+\\) \\| \\d\\.\\d\\d \\(")
        .doesNotContain("What differs", "The report's");
    assertThat(directory.resolve("preset.html"))
        .content()
        .contains("Bench pipeline", "\"kind\":\"intervals\"", "reference-safe");
    assertThat(Files.readString(directory.resolve("tables.md")))
        .matches(
            "(?s)\\| no broker, classic queues \\| design \\| n \\| lines/s \\| ÷ base \\| p99, ms \\|\n.*")
        .contains("\n| 128 connections | **this pipeline** | 3 |", "| reference design |");
  }
}
