package pipeline.lab.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.design.Schedule;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.preset.Grid;
import pipeline.lab.experiment.preset.Preset;
import pipeline.lab.experiment.preset.Published;
import pipeline.lab.experiment.report.PresetReport.GridResults;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Launch.Status;
import pipeline.lab.experiment.result.Metric;

/** Tests the figures of a report beside ours, in the table, the chart and the files. */
class BesideReportTest {
  private static final Grid GRID =
      new Grid(
          "sweep",
          "Sweep",
          "Up to <400> threads.",
          "",
          "",
          new Published(
              List.of("threads"),
              List.of(Metric.REQUESTS_PER_SECOND, Metric.LONGEST_QUEUE),
              List.of(List.of("4", "about 2,040", "20k"), List.of("8", "-", "55k"))),
          List.of(Metric.LONGEST_QUEUE, Metric.P90),
          List.of(Metric.REQUESTS_PER_SECOND, Metric.LONGEST_QUEUE),
          200);

  private final BesideReport report = new BesideReport("R4", GRID, results());

  @Test
  void theReportsFiguresStandBesideOursAndWhatIsPredicted() {
    assertThat(report.table().header())
        .containsExactly(
            "threads",
            "R4: requests/s",
            "here: requests/s",
            "predicted: requests/s",
            "R4: longest queue",
            "here: longest queue",
            "here: p90, ms",
            "here: lost");
    // predicted from one thread, for no more than the server's 200; words that were lost from
    // lines that are there stand beside the lost lines
    assertThat(report.table().rows())
        .containsExactly(
            List.of("1", "-", "500", "500", "-", "40", "-", "7"),
            List.of("4", "about 2,040", "1,500", "2,000", "20k", "40", "-", "7"),
            List.of("400", "-", "9,000", "100,000", "-", "40", "-", "7, words 12"));
  }

  @Test
  void thePageHasTheReportsFiguresAsDashedLines() {
    assertThat(preset().html())
        .contains("R4: rides & more", "Up to \\u003c400> threads.", "predicted")
        .contains("\"look\":\"dashed\"", "\"values\":[null,20000.0,null]")
        .contains("\"link\":\"sweep/experiment.html\"")
        .doesNotContain("{{");
  }

  static PresetReport preset() {
    return new PresetReport(
        new Preset("r4", "rides & more", "How far?", "All.", List.of(GRID)),
        "deploy/experiment preset r4",
        List.of(new GridResults(GRID, results())));
  }

  /** A launch of each cell; all of them lost lines. */
  private static Results results() {
    Design design =
        Design.allCombinations(
            List.of(
                new Factor("threads", List.of("1", "4", "400")),
                new Factor("first-phase", List.of("none"))),
            cell -> Optional.empty());
    Map<String, Double> rates = Map.of("1", 500.0, "4", 1_500.0, "400", 9_000.0);
    List<Launch> launches = new ArrayList<>();
    for (Slot slot : new Schedule(design, 1).blocks(1)) {
      Map<Metric, Double> values =
          Map.of(
              Metric.REQUESTS_PER_SECOND, rates.get(slot.cell().level("threads")),
              Metric.MEAN, 2.0,
              Metric.LONGEST_QUEUE, 40.0,
              Metric.LOST, 7.0,
              Metric.LOST_WORDS, slot.cell().level("threads").equals("400") ? 12.0 : 0.0);
      launches.add(new Launch(slot, Status.LOST, "", values, List.of()));
    }
    return new Results("deploy/experiment", design, 1, 1, 0.05, 1, Map.of(), launches);
  }
}
