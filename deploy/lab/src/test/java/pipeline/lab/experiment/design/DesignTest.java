package pipeline.lab.experiment.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DesignTest {
  private static final Factor THREADS = new Factor("threads", List.of("32", "64", "128"));
  private static final Factor QUEUE = new Factor("queue", List.of("classic", "quorum"));
  private static final Factor STORE = new Factor("store", List.of("file"));

  @Test
  void combinesEveryLevelWithEveryOther() {
    Design design = all(THREADS, QUEUE, STORE);

    assertThat(design.cells()).hasSize(6).doesNotHaveDuplicates();
    assertThat(design.base().levels())
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
    assertThat(design.isOneAtATime()).isTrue();
    assertThat(design.cells())
        .extracting(design::changed)
        .containsExactly(
            List.of(), List.of("threads 64"), List.of("threads 128"), List.of("queue quorum"));
    assertThat(all(THREADS, QUEUE).isOneAtATime()).isFalse();
    assertThat(all(THREADS).isOneAtATime()).isFalse();
  }

  @Test
  void whatIsNotVariedIsNotInTheLabel() {
    assertThat(all(QUEUE, STORE).cells())
        .extracting(all(QUEUE, STORE)::label)
        .containsExactly("queue classic", "queue quorum");
    assertThat(all(STORE).label(all(STORE).base())).isEqualTo("base");
  }

  private static Design all(Factor... factors) {
    return Design.allCombinations(List.of(factors), cell -> Optional.empty());
  }
}
