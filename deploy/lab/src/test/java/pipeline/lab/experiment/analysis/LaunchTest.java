package pipeline.lab.experiment.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What limits a launch is named after the counters that show it. */
class LaunchTest {
  private static final List<Integer> GROWING =
      List.of(0, 100, 200, 300, 400, 500, 600, 700, 200, 0);
  private static final List<Integer> FLAT = List.of(0, 3, 1, 2, 0, 4);

  /** Names the limit by what is busy, what waits, and the cores that the server may use. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          95 | 40 | 10 | false | all   | 10_000 | CPU (server 50 %)
          95 | 40 | 10 | true  | all   | 10_000 | CPU (server 50 %)
          95 | 5  | 10 | false | all   | 10_000 | client threads
          95 | 40 | 60 | false | all   | 10_000 | CPU (client 50 %), measures the client too
          50 | 5  | 10 | true  | all   | 10_000 | consumers
          55 | 5  | 10 | false | core0 | 27_000 | the core of server
          55 | 5  | 10 | false | core0 | 20_000 | client threads
          55 | 5  | 10 | false | all   | 27_000 | client threads
          """)
  void isWhatTheCountersName(
      double busy,
      double pressure,
      double client,
      boolean grows,
      String cpus,
      String linesPerSecond,
      String limit) {
    double rate = Double.parseDouble(linesPerSecond.replace("_", ""));
    Map<Metric, Double> values =
        Map.of(
            Metric.BUSY, busy,
            Metric.PRESSURE, pressure,
            Metric.CPU_CLIENT, client,
            Metric.CPU_SERVER, 35.0,
            Metric.CPU_BROKER, 25.0,
            Metric.LINES_PER_SECOND, rate);
    Design.Slot slot =
        new Design.Slot(0, 0, Design.Role.BASE, new Cell(Map.of("cpus-server", cpus)));
    Launch launch = new Launch(slot, Launch.Status.OK, "", values, grows ? GROWING : FLAT);
    assertThat(launch.limit()).isEqualTo(limit);
    assertThat(Launch.failed(slot, Launch.Status.FAILED, "x").limit()).isEqualTo("not determined");
  }

  @Test
  void aQueueThatComesAndGoesDoesNotGrow() {
    assertThat(Launch.growsSteadily(List.of(0, 900, 0, 800, 10, 950, 0))).isFalse();
    assertThat(Launch.growsSteadily(List.of(0, 1, 2, 3, 4, 5))).isFalse();
    assertThat(Launch.growsSteadily(List.of())).isFalse();
  }
}
