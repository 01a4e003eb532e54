package pipeline.lab.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.lab.experiment.analysis.Design;
import pipeline.lab.experiment.analysis.Factor;
import pipeline.lab.experiment.analysis.Launch;
import pipeline.lab.experiment.analysis.Metric;
import pipeline.lab.experiment.report.Preset.Grid;
import pipeline.lab.experiment.report.Preset.Published;

/** The figures of a report stand beside ours, and text is taken for no figure. */
class PresetReportTest {
  private static final Grid GRID =
      new Grid(
          "sweep",
          "Sweep",
          "Up to 400 threads.",
          "",
          "",
          new Published(
              List.of("threads"),
              List.of(Metric.REQUESTS_PER_SECOND, Metric.LONGEST_QUEUE),
              List.of(List.of("4", "about 2,040", "20k"), List.of("8", "-", "55k"))),
          List.of(Metric.LONGEST_QUEUE, Metric.P90),
          List.of(Metric.REQUESTS_PER_SECOND, Metric.LONGEST_QUEUE),
          200);

  @Test
  void theReportsFiguresStandBesideOursAndWhatIsPredicted() {
    // predicted from one thread, for no more than the server's 200; words that were lost from
    // lines that are there stand beside the lost lines
    assertThat(new PresetReport.GridResults(GRID, results()).table("R4").csv())
        .isEqualTo(
            """
            threads,R4: requests/s,here: requests/s,predicted: requests/s,R4: longest queue,here: longest queue,"here: p90, ms",here: lost
            1,-,500,500,-,40,-,7
            4,"about 2,040","1,500","2,000",20k,40,-,7
            400,-,"9,000","100,000",-,40,-,"7, words 12"
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "797|797",
        "3.83|3.83",
        "5,171|5171",
        "about 4,800|4800",
        "20k|20000",
        "2-5|3.5",
        "1,700 at most|1700",
        "-|",
        "some|",
        "-9|"
      })
  void readsTheNumbersOfFiguresAndTakesNothingElseForOne(String figure, Double number) {
    OptionalDouble read = Published.number(figure);
    assertThat(read.isPresent() ? read.getAsDouble() : null).isEqualTo(number);
  }

  /** A launch of each cell; all of them lost lines. */
  private static Results results() {
    Design design =
        Design.allCombinations(
            List.of(
                new Factor("threads", List.of("1", "4", "400")),
                new Factor("first-phase", List.of("none"))));
    Map<String, Double> rates = Map.of("1", 500.0, "4", 1_500.0, "400", 9_000.0);
    List<Launch> launches = new ArrayList<>();
    for (Design.Slot slot : design.blocks(1, 1)) {
      Map<Metric, Double> values =
          Map.of(
              Metric.REQUESTS_PER_SECOND, rates.get(slot.cell().level("threads")),
              Metric.MEAN, 2.0,
              Metric.LONGEST_QUEUE, 40.0,
              Metric.LOST, 7.0,
              Metric.LOST_WORDS, slot.cell().level("threads").equals("400") ? 12.0 : 0.0);
      launches.add(new Launch(slot, Launch.Status.LOST, "", values, List.of()));
    }
    return new Results("deploy/experiment", design, 1, 1, 0.05, 1, Map.of(), launches);
  }
}
