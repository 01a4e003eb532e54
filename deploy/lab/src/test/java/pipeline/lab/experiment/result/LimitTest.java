package pipeline.lab.experiment.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Schedule.Role;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch.Status;

class LimitTest {
  private static final List<Integer> GROWING =
      List.of(0, 100, 200, 300, 400, 500, 600, 700, 200, 0);
  private static final List<Integer> FLAT = List.of(0, 3, 1, 2, 0, 4);

  @Test
  void aBusyMachineNamesThePartThatUsesMost() {
    assertThat(limit(95, 40, 10, FLAT)).isEqualTo("CPU (server 50 %)");
    assertThat(limit(95, 40, 10, GROWING)).isEqualTo("CPU (server 50 %)");
  }

  @Test
  void aBusyMachineOnWhichNobodyWaitsIsNotTheLimit() {
    assertThat(limit(95, 5, 10, FLAT)).isEqualTo("client threads");
  }

  @Test
  void saysWhenTheClientIsAGoodPartOfWhatIsMeasured() {
    assertThat(limit(95, 40, 60, FLAT)).isEqualTo("CPU (client 50 %), measures the client too");
  }

  @Test
  void aQueueThatGrowsSteadilyNamesTheConsumers() {
    assertThat(limit(50, 5, 10, GROWING)).isEqualTo("consumers");
    assertThat(Limit.growsSteadily(List.of(0, 900, 0, 800, 10, 950, 0))).isFalse();
    assertThat(Limit.growsSteadily(List.of(0, 1, 2, 3, 4, 5))).isFalse();
    assertThat(Limit.growsSteadily(List.of())).isFalse();
  }

  @Test
  void aPartThatFillsTheOnlyCoreItHasIsNamedThoughOthersIdle() {
    Cell pinned = new Cell(Map.of("cpus-server", "core0"));
    assertThat(Limit.of(launch(pinned, 55, 5, 10, FLAT, 27_000))).isEqualTo("the core of server");
    assertThat(Limit.of(launch(pinned, 55, 5, 10, FLAT, 20_000))).isEqualTo("client threads");
    assertThat(Limit.of(launch(new Cell(Map.of()), 55, 5, 10, FLAT, 27_000)))
        .isEqualTo("client threads");
  }

  @Test
  void whatWasNotMeasuredIsNotDetermined() {
    Slot slot = new Slot(0, 0, Role.BASE, new Cell(Map.of()));
    assertThat(Limit.of(Launch.failed(slot, Status.FAILED, "x"))).isEqualTo("not determined");
  }

  private static String limit(double busy, double pressure, double client, List<Integer> queue) {
    return Limit.of(launch(new Cell(Map.of()), busy, pressure, client, queue, 10_000));
  }

  private static Launch launch(
      Cell cell,
      double busy,
      double pressure,
      double client,
      List<Integer> queue,
      double linesPerSecond) {
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    values.put(Metric.BUSY, busy);
    values.put(Metric.PRESSURE, pressure);
    values.put(Metric.CPU_CLIENT, client);
    values.put(Metric.CPU_SERVER, 35.0);
    values.put(Metric.CPU_BROKER, 25.0);
    values.put(Metric.LINES_PER_SECOND, linesPerSecond);
    Slot slot = new Slot(0, 0, Role.BASE, cell);
    return new Launch(slot, Status.OK, "", values, queue);
  }
}
