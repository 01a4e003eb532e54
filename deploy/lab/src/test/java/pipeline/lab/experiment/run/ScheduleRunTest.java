package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.design.Schedule;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Launch.Status;
import pipeline.lab.experiment.result.LaunchFile;

/** Tests when an experiment whose launches fail goes on, and when it ends. */
class ScheduleRunTest {
  private static final int ROUNDS = 4;

  @TempDir private Path home;

  private final List<Launch> ended = new ArrayList<>();

  /** Four launches of a round fail, in any order: the base's two, and those of two more cells. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9})
  void cellsThatAreNotAvailableHereEndNothing(long seed) throws Exception {
    Design design = design("off,on", "1,2,3");
    run(design, seed, slot -> slot.cell().level("durable").equals("on"));

    assertThat(ended).hasSize(ROUNDS * 7);
    assertThat(ended.stream().filter(Launch::isMeasured)).hasSize(ROUNDS * 3);
  }

  @Test
  void whenNoCellWorksItEndsWithTheFirstRound() {
    Design design = design("off,on", "1,2,3");

    assertThatThrownBy(() -> run(design, 1, slot -> false))
        .isInstanceOf(IOException.class)
        .hasMessageMatching("[67] launches in a row have failed: not here");
    assertThat(ended).hasSizeBetween(6, 7);
  }

  @Test
  void whenNoCellWorksAnyMoreItEndsWithinTwoRounds() {
    Design design = design("off,on", "1,2,3");

    assertThatThrownBy(() -> run(design, 1, slot -> slot.block() == 0))
        .hasMessageContaining("launches in a row have failed");
    assertThat(ended).hasSizeLessThanOrEqualTo(3 * 7);
  }

  @Test
  void twoFailuresMayBeChanceWhereThereIsOneCell() throws Exception {
    Design design = design("on", "1");
    run(design, 1, slot -> slot.block() % 2 == 1);
    assertThat(ended).hasSize(ROUNDS * 2);
    ended.clear();

    assertThatThrownBy(() -> run(design, 2, slot -> false))
        .hasMessage("3 launches in a row have failed: not here");
    assertThat(ended).hasSize(3);
  }

  private static Design design(String durable, String threads) {
    return Design.allCombinations(
        List.of(
            new Factor("durable", List.of(durable.split(",", -1))),
            new Factor("threads", List.of(threads.split(",", -1)))),
        cell -> Optional.empty());
  }

  private void run(Design design, long seed, Predicate<Slot> works) throws Exception {
    List<Slot> slots = new Schedule(design, seed).blocks(ROUNDS);
    LaunchFile file = new LaunchFile(home.resolve(seed + ".csv"), design.factors(), slots);
    new ScheduleRun(slots, programs(works), file).perform((launch, number) -> ended.add(launch));
  }

  private static Runner programs(Predicate<Slot> work) {
    return new Runner() {
      @Override
      public String about() {
        return "no broker";
      }

      @Override
      public Launch launch(Slot slot) {
        return work.test(slot)
            ? new Launch(slot, Status.OK, "", Map.of(), List.of())
            : Launch.failed(slot, Status.FAILED, "not here");
      }

      @Override
      public void close() {
        // holds nothing
      }
    };
  }
}
