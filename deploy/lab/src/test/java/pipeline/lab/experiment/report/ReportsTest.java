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
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.report.Chart.Series;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Metric;

/** Tests the page, the tables and the data of an experiment. */
class ReportsTest {
  private static final Results RESULTS = SampleResults.make();

  @TempDir private Path directory;

  @Test
  void theDataAndWhatThePageDrawsAreAsTheirSchemasSay() throws IOException {
    Path file = directory.resolve("experiment.json");
    DataFiles.writeJson(RESULTS, file);
    Page page = ExperimentReport.page(RESULTS, CellTables.summary(RESULTS));

    assertThat(violations("experiment.schema.json", Files.readString(file))).isEmpty();
    assertThat(violations("experiment.schema.json", "{\"format\":\"other\"}")).isNotEmpty();
    assertThat(violations("page.schema.json", page.json())).isEmpty();
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
        // the verdict on p99 follows that on throughput and is marked as uncorrected
        .containsPattern(
            "\n- queue quorum vs classic: throughput lower by [^;]*; p99 longer by .*, uncorrected")
        .containsPattern("\n- control \\(A/A\\): .*; p99")
        .contains(
            "\n| combination | lines/s | ÷ base | p99, ms | longest queue | lost |"
                + " CPU a line, µs | limit |\n")
        .contains("in all cells that have it: store file")
        .contains("- round 2, ", "3 lines (41 words) lost");
  }

  @Test
  void aTrialProvesNothingAndSaysSo() {
    List<Launch> threeRounds =
        RESULTS.launches().stream().filter(launch -> launch.slot().block() > 4).toList();

    assertThat(ExperimentReport.sentences(of(RESULTS.design(), threeRounds)))
        .hasSize(4)
        .allMatch(line -> line.endsWith(", not proven: 3 rounds") && !line.contains("p99"));
  }

  @Test
  void anInvalidVerdictHasNeitherP99NorAPlaceInTheChart() {
    List<Launch> quorumFails =
        RESULTS.launches().stream()
            .map(
                launch ->
                    launch.slot().cell().level("queue").equals("quorum")
                        ? Launch.failed(launch.slot(), Launch.Status.FAILED, "")
                        : launch)
            .toList();
    Results results = of(RESULTS.design(), quorumFails);

    assertThat(ExperimentReport.sentences(results))
        .anyMatch(line -> line.contains(": invalid"))
        .noneMatch(line -> line.contains("p99: invalid"));
    assertThat(Chart.effects(results).labels())
        .contains("control (A/A)")
        .doesNotContain("queue quorum vs classic");
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
  void theWideTableHasAllThatWasMeasuredAndNoMore() {
    assertThat(CellTables.wide(RESULTS).markdown())
        .startsWith(
            "| threads | queue | n | ratio | low | high | p | detectable | p99 ratio |"
                + " throughput, lines/s until counted |")
        .contains(" CPU server, µs/line |", "| 7/8 |", "| CPU (server) |")
        .doesNotContain("store", "memory server");
  }

  @Test
  void aBenchShowsRangesRatiosOfPairsAndTheWorstLaunch() {
    assertThat(CellTables.bench(RESULTS).markdown())
        .startsWith("| threads | queue | n | lines/s | ÷ base | p50, ms | p99, ms | CPU client,")
        .contains("| CPU server, µs a line |", " |  | ", " 3 |\n")
        // a quorum queue takes 0.7 of the rate
        .containsPattern(
            "\n\\| 16 \\| quorum \\| \\d(/8)? \\| [\\d,]+ \\([\\d,]+–[\\d,]+\\) \\|"
                + " 0\\.7\\d \\(0\\.[67]\\d–0\\.7\\d\\) \\|")
        .doesNotContain("memory server", "store");
    assertThat(CellTables.bench(SampleResults.makeOneAtATime()).rows())
        .extracting(row -> row.get(0))
        .containsExactly("nothing", "threads 32", "threads 64", "queue quorum");
  }

  @Test
  void aTableOfTwoColumnsIsAListAndNumbersAreToTheRight() {
    assertThat(Table.of(Map.of("CPUs", "2")).markdown()).isEqualTo("- CPUs: 2");
    assertThat(
            Table.of(
                    List.of("a", "b", "c", "d"),
                    List.of(List.of("x", "", "1", "-"), List.of("y", "", "2 (1–3)", "×18")))
                .markdown())
        .startsWith("| a | c | d |\n|---|---:|---:|\n| x | 1 | - |");
  }

  @Test
  void aLineIsOfTheOtherFactorsLevelsJoinsNoNamesAndSharesItsColourWithTheOneFromElsewhere() {
    List<Series> byQueue = curves("queue", Map.of());
    List<Series> byThreads = curves("threads", Map.of("16", 700.0, "64", 900.0));

    assertThat(byQueue)
        .extracting(Series::name)
        .containsExactly("threads 16", "threads 32", "threads 64");
    assertThat(byQueue).extracting(Series::look).containsOnly(Chart.POINTS);
    assertThat(byThreads)
        .extracting(Series::name)
        .containsExactly("queue classic", "queue quorum", "R9 quorum");
    assertThat(byThreads)
        .extracting(Series::look)
        .containsExactly(Chart.LINE, Chart.LINE, Chart.DASHED);
    assertThat(byThreads.get(2).colour()).isEqualTo(byThreads.get(1).colour());
    assertThat(byThreads.get(2).values()).containsExactly(700.0, null, 900.0);
  }

  /** Throughput against a factor, beside other figures of a quorum queue by threads. */
  private static List<Series> curves(String factor, Map<String, Double> others) {
    return Chart.curves(
            RESULTS,
            RESULTS.design().factor(factor),
            Metric.PRIMARY,
            cell -> RESULTS.median(cell, Metric.PRIMARY),
            cell -> "R9 " + cell.level("queue"),
            cell ->
                cell.level("queue").equals("quorum") && others.containsKey(cell.level("threads"))
                    ? OptionalDouble.of(others.get(cell.level("threads")))
                    : OptionalDouble.empty())
        .series();
  }
}
