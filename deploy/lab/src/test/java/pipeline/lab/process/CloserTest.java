package pipeline.lab.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CloserTest {

  @Test
  void closesTheLastFirstAndGoesOnAfterAnyFailure() {
    List<String> closed = new ArrayList<>();
    Closer closer = new Closer();
    closer.add(() -> closed.add("first"));
    closer.add(
        () -> {
          throw new IOException("cannot");
        });
    closer.add(
        () -> {
          throw new IllegalStateException("will not");
        });
    closer.add(() -> closed.add("last"));

    assertThatThrownBy(closer::close)
        .isInstanceOf(IOException.class)
        .hasMessage("will not")
        .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
    assertThat(closed).containsExactly("last", "first");
  }
}
