package pipeline.lab.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.report.Chart.Look;
import pipeline.lab.experiment.report.Chart.Series;
import pipeline.lab.experiment.report.Curves.Elsewhere;
import pipeline.lab.experiment.result.Csv;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Metric;

class ReportsTest {
  private static final Results RESULTS = SampleResults.make();
  private static final Path SCHEMA = Path.of("../../docs/experiment.schema.json");

  @TempDir private Path directory;

  @Test
  void theJsonIsAsTheSchemaSays() throws IOException {
    Path file = directory.resolve("experiment.json");
    DataFiles.writeJson(RESULTS, file);

    Map<?, ?> document = (Map<?, ?>) json(file);
    assertThat(JsonCheck.violations("$", document, (Map<?, ?>) json(SCHEMA))).isEmpty();
    assertThat((List<?>) document.get("runs")).hasSize(RESULTS.launches().size());
  }

  private static Object json(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return JSON.std.anyFrom(in);
    }
  }

  @Test
  void theSchemaIsNotContentWithAnything() throws IOException {
    Map<?, ?> schema = (Map<?, ?>) json(SCHEMA);

    assertThat(JsonCheck.violations("$", Map.of("format", "other"), schema))
        .contains("$: no runs", "$.format: other is not pipeline-experiment/1");
  }

  @Test
  void thePageBeginsWithASentenceForEachFactorAndATableOfEightColumnsAtMost() {
    String page = MarkdownReport.of(RESULTS, false);

    assertThat(page)
        .startsWith("# Experiment\n\n- threads 32 vs 16: throughput higher by ")
        .contains("\n- queue quorum vs classic: throughput lower by ", "\n- control (A/A): ")
        .contains(
            "\n| combination | lines/s | ÷ base | p99, ms | longest queue | lost | CPU a line, µs | limit |\n")
        .contains("in all cells: store file")
        .contains("round 2, ")
        .contains("3 lines (41 words) lost");
  }

  @Test
  void aWideTableHasAllColumns() {
    assertThat(MarkdownReport.of(RESULTS, true))
        .contains("\n| threads | queue | n | ratio | low | high | p | detectable | p99 ratio |")
        .contains("| CPU server, µs/line |")
        .doesNotContain("| combination |");
  }

  @Test
  void theVerdictOnP99FollowsThatOnThroughputAndIsMarkedAsUncorrected() {
    assertThat(MarkdownReport.sentences(RESULTS))
        .anyMatch(
            line ->
                line.matches(
                    "queue quorum vs classic: throughput lower by [^;]*; p99 longer by .*, uncorrected"))
        .anyMatch(line -> line.matches("control \\(A/A\\): .*; p99.*"));
  }

  @Test
  void aTrialProvesNothingAndSaysSo() {
    List<Launch> threeRounds =
        RESULTS.launches().stream().filter(launch -> launch.slot().block() > 4).toList();
    Results few = new Results("", RESULTS.design(), 1, 3, 0.05, 1, Map.of(), threeRounds);

    assertThat(MarkdownReport.sentences(few))
        .hasSize(4)
        .allMatch(line -> line.endsWith(", not proven: 3 rounds"))
        .noneMatch(line -> line.contains("p99"));
  }

  @Test
  void p99HasNoLineBelowAnInvalidVerdict() {
    List<Launch> quorumLoses =
        RESULTS.launches().stream()
            .map(
                launch ->
                    launch.slot().cell().level("queue").equals("quorum")
                        ? new Launch(
                            launch.slot(), Launch.Status.LOST, "", launch.values(), List.of())
                        : launch)
            .toList();
    Results results = new Results("", RESULTS.design(), 1, 8, 0.05, 1, Map.of(), quorumLoses);

    assertThat(MarkdownReport.sentences(results))
        .anyMatch(line -> line.contains(": invalid"))
        .noneMatch(line -> line.contains("p99: invalid"));
    assertThat(Chart.effects(results).labels())
        .contains("control (A/A)")
        .doesNotContain("queue quorum vs classic");
  }

  @Test
  void thePageNamesTheSourcesOfItsMethod() {
    assertThat(MarkdownReport.of(RESULTS, false).replaceAll("\\s+", " "))
        .contains("Abedi and Brecht, ICPE 2017", "Laaber et al.", "Barrett et al., OOPSLA 2017")
        .contains("Apache Commons Statistics", "Holm's correction (1979)", "Schuirmann's two");
  }

  @Test
  void whatIsTheSameInAllCellsIsNotSaidOfPeersThatHaveNoSuchSetting() {
    Factor design = new Factor("design", List.of("ours", "reference"));
    Factor store = new Factor("store", List.of("file"));
    Design both = Design.allCombinations(List.of(design, store), cell -> Optional.empty());
    Results none = new Results("", both, 1, 1, 0.05, 1, Map.of(), List.of());

    assertThat(MarkdownReport.preamble(none)).contains("in all cells that have it: store file");
    assertThat(MarkdownReport.preamble(RESULTS)).contains("in all cells: ");
  }

  @Test
  void aCellWithALaunchThatIsNotWholeSaysSo() throws IOException {
    Path file = directory.resolve("cells.csv");
    DataFiles.writeCells(RESULTS, file);

    List<String> lines = Files.readAllLines(file);
    List<String> header = Csv.fields(lines.get(0));
    assertThat(header).startsWith("threads", "queue", "n", "ratio");
    assertThat(lines).hasSize(7);
    assertThat(lines.stream().skip(1).map(line -> Csv.fields(line).get(2))).containsOnlyOnce("7/8");
    assertThat(lines.stream().skip(1).map(line -> Csv.fields(line).get(header.indexOf("limit"))))
        .containsOnly("CPU (server)");
  }

  @Test
  void thePageForBrowsersNeedsNothingElseAndEscapesWhatIsNotItsOwn() throws IOException {
    String page = ExperimentPage.of(RESULTS);

    assertThat(page)
        .doesNotContain("src=", "@import", "{{", "a <text>")
        .contains("a \\u003ctext>.txt", "RabbitMQ 4.0.5 & others", "--page:", "new Chart(canvas");
  }

  @Test
  void whatThePageDrawsIsAsItsSchemaSays() throws IOException {
    Map<?, ?> schema = (Map<?, ?>) json(SCHEMA.resolveSibling("page.schema.json"));
    Map<?, ?> data = JSON.std.mapFrom(ExperimentPage.page(RESULTS).json());

    assertThat(JsonCheck.violations("$", data, schema)).isEmpty();
    assertThat((List<?>) data.get("sections")).hasSizeGreaterThan(4);
  }

  @Test
  void linesOfOtherFactorsAreInTheOrderOfTheirLevels() {
    assertThat(curve("queue", List.of()).series())
        .extracting(Series::name)
        .containsExactly("threads 16", "threads 32", "threads 64");
  }

  @Test
  void aLineFromElsewhereHasTheColourOfOursWithTheSameSettings() {
    Map<String, Double> points = Map.of("16", 700.0, "64", 900.0);
    Chart chart =
        curve(
            "threads",
            List.of(
                new Elsewhere("R9", Map.of("queue", "quorum"), points),
                new Elsewhere("R9 on another broker", Map.of("queue", "stream"), points)));

    assertThat(chart.series())
        .extracting(Series::name)
        .containsExactly("queue classic", "queue quorum", "R9");
    assertThat(chart.series().get(2).look()).isEqualTo(Look.DASHED);
    assertThat(chart.series().get(2).colour()).isEqualTo(chart.series().get(1).colour());
    assertThat(chart.series().get(2).values()).containsExactly(700.0, null, 900.0);
  }

  @Test
  void noLineJoinsNames() {
    assertThat(curve("queue", List.of()).series().get(0).look()).isEqualTo(Look.POINTS);
    assertThat(curve("threads", List.of()).series().get(0).look()).isEqualTo(Look.LINE);
  }

  private static Chart curve(String factor, List<Elsewhere> elsewhere) {
    Factor across =
        RESULTS.design().factors().stream()
            .filter(each -> each.name().equals(factor))
            .findFirst()
            .orElseThrow();
    return new Curves(RESULTS, across, RESULTS::median).of("", "", Metric.PRIMARY, elsewhere);
  }
}
