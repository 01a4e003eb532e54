package pipeline.lab.experiment.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import pipeline.lab.experiment.design.Schedule.Role;
import pipeline.lab.experiment.design.Schedule.Slot;

class ScheduleTest {
  private static final int ROUNDS = 6;
  private static final Design DESIGN =
      Design.allCombinations(
          List.of(
              new Factor("threads", List.of("1", "2", "4", "8")),
              new Factor("queue", List.of("classic", "quorum"))),
          cell -> Optional.empty());

  @Test
  void everyBlockHasEveryCellOnceAndTheBaseTwiceInAnOrderOfItsOwn() {
    Map<Integer, List<Slot>> blocks =
        schedule(1).blocks(ROUNDS).stream().collect(Collectors.groupingBy(Slot::block));

    assertThat(blocks).hasSize(ROUNDS);
    assertThat(blocks.values())
        .extracting(block -> block.stream().map(Slot::cell).toList())
        .doesNotHaveDuplicates();
    for (List<Slot> block : blocks.values()) {
      assertThat(block).hasSize(DESIGN.cells().size() + 1);
      assertThat(block).extracting(Slot::cell).containsAll(DESIGN.cells());
      assertThat(block)
          .filteredOn(slot -> slot.role() != Role.CELL)
          .extracting(Slot::cell)
          .containsExactly(DESIGN.base(), DESIGN.base());
    }
  }

  @Test
  void theSeedDrawsTheOrderWhichMoreRoundsGoOnWith() {
    List<Slot> all = schedule(7).blocks(ROUNDS);

    assertThat(schedule(7).blocks(ROUNDS)).isEqualTo(all);
    assertThat(schedule(8).blocks(ROUNDS)).isNotEqualTo(all);
    List<Slot> few = schedule(7).blocks(2);
    assertThat(all.subList(0, few.size())).isEqualTo(few);
  }

  private static Schedule schedule(long seed) {
    return new Schedule(DESIGN, seed);
  }
}
