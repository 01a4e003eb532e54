package pipeline.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {

  @Test
  void eachRoundAnotherSideIsFirst() {
    List<String> sides = List.of("a", "b", "c");

    assertThat(Turns.of(sides, 0)).containsExactly("a", "b", "c");
    assertThat(Turns.of(sides, 1)).containsExactly("b", "c", "a");
    assertThat(Turns.of(sides, 3)).containsExactly("a", "b", "c");
  }
}
