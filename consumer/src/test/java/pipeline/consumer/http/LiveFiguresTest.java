package pipeline.consumer.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import pipeline.consumer.store.RunFigures;
import pipeline.wire.identity.RunId;

class LiveFiguresTest {
  private final LiveFigures.RecentRuns recent = new LiveFigures.RecentRuns();

  @Test
  void theRunThatChangedLastComesFirst() {
    assertThat(recent.of(List.of(run(1, 5, 0), run(2, 9, 0), run(3, 7, 0)), 3))
        .extracting(run -> run.run().low())
        .containsExactly(2L, 3L, 1L);

    assertThat(recent.of(List.of(run(1, 6, 0), run(2, 9, 0), run(3, 7, 1)), 2))
        .extracting(run -> run.run().low())
        .containsExactly(3L, 1L);

    assertThat(recent.of(List.of(run(1, 6, 0), run(2, 9, 0)), 2))
        .extracting(run -> run.run().low())
        .containsExactly(1L, 2L);
  }

  private static RunFigures run(long id, long lines, long duplicates) {
    return new RunFigures(new RunId(0, id), lines, lines - 1, List.of(), 0, duplicates, List.of());
  }
}
