package pipeline.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RotationTest {

  @Test
  void eachRoundAnotherSideIsFirst() {
    List<String> contenders = List.of("a", "b", "c");

    assertThat(Rotation.of(contenders, 0)).containsExactly("a", "b", "c");
    assertThat(Rotation.of(contenders, 1)).containsExactly("b", "c", "a");
    assertThat(Rotation.of(contenders, 3)).containsExactly("a", "b", "c");
  }
}
