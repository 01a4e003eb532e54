package pipeline.client.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pipeline.client.http.Outcome;

/** A run ends early only where it can but fail: no server answers, or one refuses the run. */
class RunGuardTest {
  private final StopSignal stop = new StopSignal();
  private RunGuard guard;

  @BeforeEach
  void threeThreads() {
    guard = new RunGuard(List.of("http://localhost:1/server"), true, stop);
    guard.stepStarted(Plans.closed(3, 100), 0);
  }

  @Test
  void stopsWhenARequestOfEachThreadWentUnanswered() {
    unanswered(2);
    assertThat(stop.isRequested()).isFalse();
    unanswered(1);
    assertThat(stop.reason())
        .contains("no server answers at http://localhost:1/server: connection refused");
  }

  @Test
  void neverStopsAServerThatHasAnswered() {
    unanswered(2);
    guard.ended(result(Outcome.refused(503, "HTTP 503", Duration.ZERO)));
    unanswered(100);

    assertThat(stop.isRequested()).isFalse();
  }

  private void unanswered(int times) {
    for (int i = 0; i < times; i++) {
      guard.ended(result(Outcome.unanswered("connection refused")));
    }
  }

  private static Result result(Outcome outcome) {
    return new Result("POST", 1, 0, 0, 0, 0, 1, 6, outcome);
  }
}
