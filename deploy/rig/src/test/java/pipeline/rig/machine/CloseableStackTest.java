package pipeline.rig.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Everything is closed, the last first, whatever fails. */
class CloseableStackTest {

  @Test
  void closesTheLastFirstAndGoesOnAfterAnyFailure() {
    List<String> closed = new ArrayList<>();
    CloseableStack resources = new CloseableStack();
    resources.add(() -> closed.add("first"));
    resources.add(
        () -> {
          throw new IOException("cannot");
        });
    resources.add(
        () -> {
          throw new IllegalStateException("will not");
        });
    resources.add(() -> closed.add("last"));

    assertThatThrownBy(resources::close)
        .isInstanceOf(IOException.class)
        .hasMessage("will not")
        .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
    assertThat(closed).containsExactly("last", "first");
  }
}
