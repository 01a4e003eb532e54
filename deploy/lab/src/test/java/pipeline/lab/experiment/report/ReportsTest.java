package pipeline.lab.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.report.Chart.Series;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Metric;

/** Tests the page and the data of an experiment. */
class ReportsTest {
  private static final Results RESULTS = SampleResults.make();

  @TempDir private Path directory;

  @Test
  void theJsonIsAsTheSchemaSays() throws IOException {
    Path file = directory.resolve("experiment.json");
    DataFiles.writeJson(RESULTS, file);

    assertThat(violations("experiment.schema.json", Files.readString(file))).isEmpty();
    assertThat(violations("experiment.schema.json", "{\"format\":\"other\"}")).isNotEmpty();
  }

  @Test
  void whatThePageDrawsIsAsItsSchemaSays() throws IOException {
    Page page = ExperimentReport.page(RESULTS, CellTables.summary(RESULTS));

    assertThat(violations("page.schema.json", page.json())).isEmpty();
    assertThat(page.sections()).hasSizeGreaterThan(4);
  }

  private static Set<ValidationMessage> violations(String schema, String json) throws IOException {
    return JsonSchemaFactory.getInstance(VersionFlag.V202012)
        .getSchema(Files.readString(Path.of("../../docs").resolve(schema)))
        .validate(json, InputFormat.JSON);
  }

  @Test
  void thePageBeginsWithASentenceForEachFactorAndASmallTable() {
    assertThat(ExperimentReport.markdown(RESULTS, false))
        .startsWith("# Experiment\n\n- threads 32 vs 16: throughput higher by ")
        .contains("\n- queue quorum vs classic: throughput lower by ", "\n- control (A/A): ")
        .contains("\n| combination | lines/s | ÷ base | p99, ms |")
        .contains("in all cells: store file")
        .contains("round 2, ")
        .contains("3 lines (41 words) lost");
    assertThat(ExperimentReport.markdown(RESULTS, true))
        .contains("\n| threads | queue | n | ratio |")
        .doesNotContain("| combination |");
  }

  @Test
  void theVerdictOnP99FollowsThatOnThroughputAndIsMarkedAsUncorrected() {
    assertThat(ExperimentReport.sentences(RESULTS))
        .anyMatch(
            line ->
                line.matches(
                    "queue quorum vs classic: throughput lower by [^;]*; p99 longer by .*,"
                        + " uncorrected"))
        .anyMatch(line -> line.matches("control \\(A/A\\): .*; p99.*"));
  }

  @Test
  void aTrialProvesNothingAndSaysSo() {
    List<Launch> threeRounds =
        RESULTS.launches().stream().filter(launch -> launch.slot().block() > 4).toList();

    assertThat(ExperimentReport.sentences(of(RESULTS.design(), threeRounds)))
        .hasSize(4)
        .allMatch(line -> line.endsWith(", not proven: 3 rounds"))
        .noneMatch(line -> line.contains("p99"));
  }

  @Test
  void anInvalidVerdictHasNeitherP99NorAPlaceInTheChart() {
    List<Launch> quorumLoses =
        RESULTS.launches().stream()
            .map(
                launch ->
                    launch.slot().cell().level("queue").equals("quorum")
                        ? Launch.failed(launch.slot(), Launch.Status.FAILED, "")
                        : launch)
            .toList();
    Results results = of(RESULTS.design(), quorumLoses);

    assertThat(ExperimentReport.sentences(results))
        .anyMatch(line -> line.contains(": invalid"))
        .noneMatch(line -> line.contains("p99: invalid"));
    assertThat(Chart.effects(results).labels())
        .contains("control (A/A)")
        .doesNotContain("queue quorum vs classic");
  }

  @Test
  void whatIsTheSameInAllCellsIsNotSaidOfPeersThatHaveNoSuchSetting() {
    Factor design = new Factor("design", List.of("ours", "reference"));
    Factor store = new Factor("store", List.of("file"));
    Design both = Design.allCombinations(List.of(design, store), cell -> Optional.empty());

    assertThat(ExperimentReport.preamble(of(both, List.of())))
        .contains("in all cells that have it: store file");
  }

  private static Results of(Design design, List<Launch> launches) {
    return new Results("", design, 1, 3, 0.05, 1, Map.of(), launches);
  }

  @Test
  void thePageForBrowsersNeedsNothingElseAndEscapesWhatIsNotItsOwn() {
    assertThat(ExperimentReport.html(RESULTS))
        .doesNotContain("src=", "@import", "{{", "a <text>")
        .contains("a \\u003ctext>.txt", "RabbitMQ 4.0.5 & others", "--page:", "new Chart(canvas");
  }

  @Test
  void linesAreInTheOrderOfTheOtherFactorsLevelsAndJoinNoNames() {
    List<Series> queues = curves("queue");

    assertThat(queues)
        .extracting(Series::name)
        .containsExactly("threads 16", "threads 32", "threads 64");
    assertThat(queues).extracting(Series::look).containsOnly(Chart.POINTS);
    assertThat(curves("threads")).extracting(Series::look).containsOnly(Chart.LINE);
  }

  private static List<Series> curves(String factor) {
    return Chart.curves(
            RESULTS,
            RESULTS.design().factor(factor),
            Metric.PRIMARY,
            cell -> RESULTS.median(cell, Metric.PRIMARY))
        .series();
  }

  @Test
  void aLineFromElsewhereHasTheColourOfOursWithTheSameSettings() {
    Map<String, Double> quorum = Map.of("16", 700.0, "64", 900.0);
    List<Series> series =
        Chart.curves(
                RESULTS,
                RESULTS.design().factor("threads"),
                Metric.PRIMARY,
                cell -> RESULTS.median(cell, Metric.PRIMARY),
                cell -> "R9 " + cell.level("queue"),
                cell ->
                    cell.level("queue").equals("quorum")
                        ? Stream.ofNullable(quorum.get(cell.level("threads")))
                            .mapToDouble(each -> each)
                            .findFirst()
                        : OptionalDouble.empty())
            .series();

    assertThat(series)
        .extracting(Series::name)
        .containsExactly("queue classic", "queue quorum", "R9 quorum");
    assertThat(series.get(2).look()).isEqualTo(Chart.DASHED);
    assertThat(series.get(2).colour()).isEqualTo(series.get(1).colour());
    assertThat(series.get(2).values()).containsExactly(700.0, null, 900.0);
  }
}
