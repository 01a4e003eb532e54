package pipeline.lab.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.design.Schedule;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Launch.Status;
import pipeline.lab.experiment.result.Metric;

class HeatMapTest {
  private static final List<Factor> FACTORS =
      List.of(
          new Factor("threads", List.of("1", "2")),
          new Factor("queue", List.of("classic", "quorum")),
          new Factor("store", List.of("file", "memory")));

  @Test
  void thereIsOneForEachPairOfFactorsWithTheMeanOverTheOthers() {
    List<HeatMap> maps =
        HeatMap.all(results(Design.allCombinations(FACTORS, cell -> Optional.empty())));

    assertThat(maps)
        .extracting(HeatMap::title)
        .containsExactly("threads and queue", "threads and store", "queue and store");
    // 100 lines/s and 400 with memory: their geometric mean; twice that with two threads
    assertThat(maps.get(0).throughput("1", "classic").orElseThrow()).isCloseTo(200, within(1e-6));
    assertThat(maps.get(0).throughput("2", "quorum").orElseThrow()).isCloseTo(400, within(1e-6));
    assertThat(maps.get(0).svg()).contains(">200<", ">400<", "fill-opacity=\"0.40\"");
  }

  @Test
  void oneFactorAtATimeHasNone() {
    assertThat(HeatMap.all(results(Design.oneAtATime(FACTORS, cell -> Optional.empty()))))
        .isEmpty();
  }

  @Test
  void isEmptyWhereASettingOfTheOthersHasNoWholeLaunch() {
    Results all = results(Design.allCombinations(FACTORS, cell -> Optional.empty()));
    List<Launch> launches =
        all.launches().stream()
            .map(
                launch ->
                    launch
                            .slot()
                            .cell()
                            .levels()
                            .values()
                            .containsAll(List.of("2", "quorum", "file"))
                        ? Launch.failed(launch.slot(), Status.FAILED, "no Java")
                        : launch)
            .toList();
    HeatMap map =
        HeatMap.all(new Results("command", all.design(), 1, 1, 0.05, 1, Map.of(), launches)).get(0);

    assertThat(map.throughput("2", "quorum")).isEmpty();
    assertThat(map.throughput("1", "quorum")).isPresent();
    assertThat(map.svg()).doesNotContain(">800<", "NaN");
  }

  private static Results results(Design design) {
    List<Launch> launches =
        new Schedule(design, 1)
            .blocks(1).stream()
                .map(
                    slot -> {
                      double rate = slot.cell().level("store").equals("memory") ? 400 : 100;
                      rate *= Integer.parseInt(slot.cell().level("threads"));
                      Map<Metric, Double> values = Map.of(Metric.PRIMARY, rate);
                      return new Launch(slot, Status.OK, "", values, List.of());
                    })
                .toList();
    return new Results("command", design, 1, 1, 0.05, 1, Map.of(), launches);
  }
}
