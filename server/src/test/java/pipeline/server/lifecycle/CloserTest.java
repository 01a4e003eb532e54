package pipeline.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Closing is in reverse order, and goes on after a failure. */
class CloserTest {

  @Test
  void closesInReverseAndGoesOnAfterAFailure() {
    List<String> closed = new ArrayList<>();
    Closer closer = new Closer();
    closer.add(() -> closed.add("first"));
    closer.add(
        () -> {
          throw new IllegalStateException("cannot close");
        });
    closer.add(() -> closed.add("last"));
    closer.close();
    closer.close();
    assertThat(closed).containsExactly("last", "first");
  }
}
