package pipeline.lab.experiment.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A design has every cell in every block, in an order that the seed draws. */
class DesignTest {
  private static final Factor THREADS = new Factor("threads", List.of("32", "64", "128"));
  private static final Factor QUEUE = new Factor("queue", List.of("classic", "quorum"));
  private static final Factor STORE = new Factor("store", List.of("file"));
  private static final Design DESIGN = Design.allCombinations(List.of(THREADS, QUEUE, STORE));
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
    Design design = Design.oneAtATime(List.of(THREADS, QUEUE));

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
    Map<Integer, List<Design.Slot>> blocks =
        DESIGN.blocks(ROUNDS, 1).stream().collect(Collectors.groupingBy(Design.Slot::block));

    assertThat(blocks).hasSize(ROUNDS);
    assertThat(blocks.values())
        .extracting(block -> block.stream().map(Design.Slot::cell).toList())
        .doesNotHaveDuplicates();
    for (List<Design.Slot> block : blocks.values()) {
      assertThat(block).hasSize(DESIGN.cells().size() + 1);
      assertThat(block).extracting(Design.Slot::cell).containsAll(DESIGN.cells());
      assertThat(block)
          .filteredOn(slot -> slot.role() != Design.Role.CELL)
          .extracting(Design.Slot::cell)
          .containsExactly(DESIGN.base(), DESIGN.base());
    }
  }

  @Test
  void theSeedDrawsTheOrderWhichMoreRoundsGoOnWith() {
    List<Design.Slot> all = DESIGN.blocks(ROUNDS, 7);

    assertThat(DESIGN.blocks(ROUNDS, 7)).isEqualTo(all);
    assertThat(DESIGN.blocks(ROUNDS, 8)).isNotEqualTo(all);
    List<Design.Slot> few = DESIGN.blocks(2, 7);
    assertThat(all.subList(0, few.size())).isEqualTo(few);
  }
}
