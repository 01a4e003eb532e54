package pipeline.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementTableTest {
  private static final double UNKNOWN = Double.NaN;

  @Test
  void oursIsDividedByItsBaseline() {
    assertThat(
            MeasurementTable.of(
                List.of(
                    new Measurement("p.CountingBenchmark.baselineSplit", "", 800, 12.34, 2264),
                    new Measurement("p.CountingBenchmark.ours", "", 200, 1.5, 1280))))
        .isEqualTo(
            """
            | operation | side | ns | ± | bytes | ÷ its baseline |
            |---|---|---:|---:|---:|---:|
            | Counting | baselineSplit | 800 | 12.3 | 2,264 |  |
            | Counting | ours | 200 | 1.5 | 1,280 | 0.25 |
            """);
  }

  @Test
  void ofTwoBaselinesTheFasterOneCounts() {
    assertThat(
            lines(
                measured("p.MergingBenchmark.baselineGetThenPut", "", 400),
                measured("p.MergingBenchmark.baselineMerge", "", 250),
                measured("p.MergingBenchmark.baselineSlow", "", 1000),
                measured("p.MergingBenchmark.ours", "", 500)))
        .contains("| Merging | ours | 500 |  |  | 2.00 |");
  }

  @Test
  void aBaselineOfOtherParametersDoesNotCount() {
    assertThat(
            lines(
                measured("p.GeneratingBenchmark.baselineOneGenerator", "lift-rides", 400),
                measured("p.GeneratingBenchmark.baselineOneGenerator", "swipes", 800),
                measured("p.GeneratingBenchmark.ours", "lift-rides", 100),
                measured("p.GeneratingBenchmark.ours", "swipes", 400)))
        .contains(
            "| Generating | ours lift-rides | 100 |  |  | 0.25 |",
            "| Generating | ours swipes | 400 |  |  | 0.50 |");
  }

  @Test
  void aClassOfSeveralOperationsHasABaselineForEach() {
    assertThat(
            lines(
                measured("p.MessageBenchmark.decodeBaselineSerialized", "", 5000),
                measured("p.MessageBenchmark.decodeOurs", "", 250),
                measured("p.MessageBenchmark.decodeOursGrouped", "", 200),
                measured("p.MessageBenchmark.encodeBaselineSerialized", "", 1000),
                measured("p.MessageBenchmark.encodeOurs", "", 400),
                measured("p.MessageBenchmark.joinOurs", "", 16)))
        .containsExactly(
            "| Message decode | baselineSerialized | 5,000 |  |  |  |",
            "| Message decode | ours | 250 |  |  | 0.05 |",
            "| Message decode | oursGrouped | 200 |  |  | 0.04 |",
            "| Message encode | baselineSerialized | 1,000 |  |  |  |",
            "| Message encode | ours | 400 |  |  | 0.40 |",
            "| Message join | ours | 16.0 |  |  |  |");
  }

  @Test
  void aBaselineOfAnotherClassDoesNotCount() {
    assertThat(
            lines(
                measured("p.ClaimingBenchmark.baselineSet", "", 100),
                measured("p.ParsingBenchmark.ours", "", 200)))
        .contains("| Parsing | ours | 200 |  |  |  |");
  }

  private static Measurement measured(String benchmark, String params, double nanos) {
    return new Measurement(benchmark, params, nanos, UNKNOWN, UNKNOWN);
  }

  /** Those below the head. */
  private static List<String> lines(Measurement... run) {
    return MeasurementTable.of(List.of(run)).lines().skip(2).toList();
  }
}
