package pipeline.lab.experiment.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DesignTest {
  private static final Factor THREADS = new Factor("threads", List.of("32", "64", "128"));
  private static final Factor QUEUE = new Factor("queue", List.of("classic", "quorum"));
  private static final Factor STORE = new Factor("store", List.of("file"));
  private static final Design DESIGN =
      Design.allCombinations(List.of(THREADS, QUEUE, STORE), cell -> Optional.empty());
  private static final int ROUNDS = 6;

  @Test
  void combinesEveryLevelWithEveryOther() {
    assertThat(DESIGN.cells()).hasSize(6).doesNotHaveDuplicates();
    assertThat(DESIGN.base().levels())
        .containsExactly(
            Map.entry("threads", "32"), Map.entry("queue", "classic"), Map.entry("store", "file"));
  }

  @Test
  void oneAtATimeChangesOneFactorOfTheBase() {
    Design design = Design.oneAtATime(List.of(THREADS, QUEUE), cell -> Optional.empty());

    assertThat(design.cells())
        .extracting(design::label)
        .containsExactly(
            "threads 32, queue classic",
            "threads 64, queue classic",
            "threads 128, queue classic",
            "threads 32, queue quorum");
  }

  @Test
  void everyBlockHasEveryCellOnceAndTheBaseTwiceInAnOrderOfItsOwn() {
    Map<Integer, List<Schedule.Slot>> blocks =
        new Schedule(DESIGN, 1)
            .blocks(ROUNDS).stream().collect(Collectors.groupingBy(Schedule.Slot::block));

    assertThat(blocks).hasSize(ROUNDS);
    assertThat(blocks.values())
        .extracting(block -> block.stream().map(Schedule.Slot::cell).toList())
        .doesNotHaveDuplicates();
    for (List<Schedule.Slot> block : blocks.values()) {
      assertThat(block).hasSize(DESIGN.cells().size() + 1);
      assertThat(block).extracting(Schedule.Slot::cell).containsAll(DESIGN.cells());
      assertThat(block)
          .filteredOn(slot -> slot.role() != Schedule.Role.CELL)
          .extracting(Schedule.Slot::cell)
          .containsExactly(DESIGN.base(), DESIGN.base());
    }
  }

  @Test
  void theSeedDrawsTheOrderWhichMoreRoundsGoOnWith() {
    List<Schedule.Slot> all = new Schedule(DESIGN, 7).blocks(ROUNDS);

    assertThat(new Schedule(DESIGN, 7).blocks(ROUNDS)).isEqualTo(all);
    assertThat(new Schedule(DESIGN, 8).blocks(ROUNDS)).isNotEqualTo(all);
    List<Schedule.Slot> few = new Schedule(DESIGN, 7).blocks(2);
    assertThat(all.subList(0, few.size())).isEqualTo(few);
  }
}
