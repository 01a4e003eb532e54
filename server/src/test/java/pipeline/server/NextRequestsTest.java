package pipeline.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who handles the next request of a connection that a lane has answered. */
class NextRequestsTest {
  private final List<String> done = new ArrayList<>();
  private final List<Runnable> ofOthers = new ArrayList<>();
  private final NextRequests next = new NextRequests();

  @Test
  void theLaneDoesOnceAllIsAnswered() {
    next.follow(
        () -> {
          NextRequests.handle(() -> done.add("next"), ofOthers::add);
          done.add("answered");
        });
    assertThat(done).containsExactly("answered", "next");
    assertThat(ofOthers).isEmpty();
  }

  @Test
  void theLaneOutlivesAnErrorInOne() {
    next.follow(
        () -> {
          NextRequests.handle(this::fail, ofOthers::add);
          NextRequests.handle(() -> done.add("next"), ofOthers::add);
        });
    assertThat(done).containsExactly("next");
  }

  private void fail() {
    throw new OutOfMemoryError("of the test");
  }

  @Test
  void othersDoWhatBecomesReadyElsewhereOrLater() {
    NextRequests.handle(() -> done.add("before"), ofOthers::add);
    next.follow(
        () ->
            NextRequests.handle(
                () -> NextRequests.handle(() -> done.add("late"), ofOthers::add), ofOthers::add));
    assertThat(done).isEmpty();
    assertThat(ofOthers).hasSize(2);
  }
}
