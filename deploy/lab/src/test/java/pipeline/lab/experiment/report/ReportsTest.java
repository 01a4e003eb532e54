package pipeline.lab.experiment.report;

import static java.util.stream.Collectors.toMap;
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
  void thePageBeginsWithWhatWasFound() {
    String page = MarkdownReport.of(RESULTS);

    assertThat(page)
        .contains("threads 32 vs 16          throughput higher by ")
        .contains("queue quorum vs classic   throughput lower by ")
        .contains("control (A/A)")
        .contains("in all cells: store file")
        .contains("round 2, ")
        .contains("3 lines (41 words) lost");
  }

  @Test
  void theVerdictOnP99StandsBelowThatOnThroughputAndIsMarkedAsUncorrected() {
    List<List<String>> verdicts = MarkdownReport.sentences(RESULTS);
    int queue =
        verdicts.stream().map(row -> row.get(0)).toList().indexOf("queue quorum vs classic");

    assertThat(verdicts.get(queue).get(1)).matches("throughput lower by [^,]*");
    assertThat(verdicts.get(queue + 1)).element(0).isEqualTo("");
    assertThat(verdicts.get(queue + 1).get(1))
        .matches("p99 longer by [^;]* \\([^;]*\\), uncorrected(;.*)?");
    assertThat(MarkdownReport.of(RESULTS))
        .containsPattern("\n {4}queue quorum vs classic   throughput .*\n {30}p99 longer by ")
        .containsPattern("\n {4}control \\(A/A\\) .*\n {30}p99");
    assertThat(ExperimentPage.of(RESULTS)).contains("<td>p99 longer by ");
  }

  @Test
  void p99HasNoLineWhereThereIsNoVerdictOnIt() {
    List<Launch> threeRounds =
        RESULTS.launches().stream().filter(launch -> launch.slot().block() > 4).toList();
    Results few = new Results("", RESULTS.design(), 1, 3, 0.05, 1, Map.of(), threeRounds);

    assertThat(MarkdownReport.sentences(few))
        .hasSize(4)
        .allMatch(row -> row.get(1).startsWith("no verdict"));
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
        .anyMatch(row -> row.get(1).startsWith("invalid"))
        .noneMatch(row -> row.get(1).startsWith("p99: invalid"));
  }

  @Test
  void thePageNamesTheSourcesOfItsMethod() {
    assertThat(MarkdownReport.of(RESULTS).replaceAll("\\s+", " "))
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
    assertThat(header).startsWith("threads", "queue", "n", "lines/s");
    assertThat(lines).hasSize(7);
    assertThat(lines.stream().skip(1).map(line -> Csv.fields(line).get(2))).containsOnlyOnce("7/8");
    assertThat(
            lines.stream().skip(1).map(line -> Csv.fields(line).get(header.indexOf("limit was"))))
        .containsOnly("CPU (server)");
  }

  @Test
  void thePageForBrowsersNeedsNothingElseAndEscapesWhatIsNotItsOwn() {
    String page = ExperimentPage.of(RESULTS);

    assertThat(page)
        .doesNotContain("<script", "http://", "url(", "{{", "NaN", "Infinity")
        .contains("a &lt;text&gt;.txt", "RabbitMQ 4.0.5 &amp; others")
        .doesNotContain("a <text>");
    assertThat(page.split("<svg", -1)).hasSizeGreaterThan(9);
  }

  @Test
  void linesOfOtherFactorsAreInTheOrderOfTheirLevels() {
    Factor queue = new Factor("queue", List.of("classic", "quorum"));
    Factor threads = new Factor("threads", List.of("2", "16"));
    Design design = Design.allCombinations(List.of(queue, threads), cell -> Optional.empty());
    Results none = new Results("", design, 1, 1, 0.05, 1, Map.of(), List.of());

    assertThat(new Curves(none, queue).keys()).containsSubsequence("threads 2", "threads 16");
  }

  @Test
  void aLineFromElsewhereHasTheColourOfOursWithTheSameSettings() {
    Factor queue = new Factor("queue", List.of("classic", "quorum"));
    Factor threads = new Factor("threads", List.of("2", "16"));
    Design design = Design.allCombinations(List.of(threads, queue), cell -> Optional.empty());
    Results none = new Results("", design, 1, 1, 0.05, 1, Map.of(), List.of());
    Map<String, Double> points = Map.of("2", 700.0, "16", 900.0);

    Curves curves = new Curves(none, threads);
    curves.dashed("R9", Map.of("queue", "quorum"), points);
    curves.dashed("R9 on another broker", Map.of("queue", "stream"), points);
    curves.dashed("R9 with any queue", Map.of(), points);

    assertThat(curves.of(Metric.PRIMARY))
        .containsOnlyOnce("line c2 dashed")
        .containsOnlyOnce("line c6 dashed")
        .containsOnlyOnce(">R9 with any queue</text>")
        .doesNotContain(">R9</text>", "another broker");
  }

  @Test
  void noLineJoinsNames() {
    Map<String, Factor> factors =
        RESULTS.design().factors().stream().collect(toMap(Factor::name, factor -> factor));

    assertThat(new Curves(RESULTS, factors.get("queue")).of(Metric.PRIMARY))
        .contains("<circle")
        .doesNotContain("<path");
    assertThat(new Curves(RESULTS, factors.get("threads")).of(Metric.PRIMARY)).contains("<path");
  }
}
