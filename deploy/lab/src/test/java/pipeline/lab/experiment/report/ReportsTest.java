package pipeline.lab.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.lab.experiment.analysis.Design;
import pipeline.lab.experiment.analysis.Factor;
import pipeline.lab.experiment.analysis.Launch;
import pipeline.lab.experiment.analysis.Metric;
import pipeline.lab.experiment.run.FakeRunner;

/**
 * The page, the tables and the data of an experiment have what was measured, as their schemas say.
 */
class ReportsTest {
  private static final List<Factor> FACTORS =
      List.of(
          new Factor("threads", List.of("16", "64", "128")),
          new Factor("queue", List.of("classic", "quorum")),
          new Factor("store", List.of("file")));

  private static final Results RESULTS = measured(Design.allCombinations(FACTORS));

  @TempDir private Path directory;

  /** Eight rounds, of which one launch lost words. */
  private static Results measured(Design design) {
    List<Launch> launches = new ArrayList<>();
    try (FakeRunner runner = new FakeRunner(-1, slot -> false)) {
      for (Design.Slot slot : design.blocks(8, 1)) {
        launches.add(runner.launch(slot));
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    Launch whole = launches.get(9);
    Map<Metric, Double> values = new EnumMap<>(whole.values());
    values.put(Metric.LOST, 3.0);
    String note = "3 lines (41 words) lost, 0 (0 words) counted twice";
    launches.set(9, new Launch(whole.slot(), Launch.Status.LOST, note, values, whole.queue()));
    String command = "deploy/experiment 'a <text>.txt' --threads 16,64,128";
    Map<String, String> machine = Map.of("broker", "RabbitMQ 4.0.5 & others");
    return new Results(command, design, 1, 8, 0.05, 1_000, machine, launches);
  }

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
        .startsWith("# Experiment\n\n- threads 64 vs 16: throughput higher by ")
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
  void aBenchThatChangesOneThingAtATimeSaysWhich() {
    assertThat(CellTables.bench(measured(Design.oneAtATime(FACTORS))).rows())
        .extracting(row -> row.get(0))
        .containsExactly("nothing", "threads 64", "threads 128", "queue quorum");
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
    List<Chart.Series> byQueue = curves("queue", Map.of());
    List<Chart.Series> byThreads = curves("threads", Map.of("16", 700.0, "128", 900.0));

    assertThat(byQueue)
        .extracting(Chart.Series::name)
        .containsExactly("threads 16", "threads 64", "threads 128");
    assertThat(byQueue).extracting(Chart.Series::look).containsOnly(Chart.POINTS);
    assertThat(byThreads)
        .extracting(Chart.Series::name)
        .containsExactly("queue classic", "queue quorum", "R9 quorum");
    assertThat(byThreads)
        .extracting(Chart.Series::look)
        .containsExactly(Chart.LINE, Chart.LINE, Chart.DASHED);
    assertThat(byThreads.get(2).colour()).isEqualTo(byThreads.get(1).colour());
    assertThat(byThreads.get(2).values()).containsExactly(700.0, null, 900.0);
  }

  /** Throughput against a factor, beside other figures of a quorum queue by threads. */
  private static List<Chart.Series> curves(String factor, Map<String, Double> others) {
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
