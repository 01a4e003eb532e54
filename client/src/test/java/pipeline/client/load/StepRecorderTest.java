package pipeline.client.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What went wrong is counted by its text, and the number of texts is bounded. */
class StepRecorderTest {
  private final StepRecorder recorder = new StepRecorder(Plans.closed(1, 1), List.of("stub"));

  @Test
  void countsEachErrorInOrderOfAppearance() {
    recorder.note("reset");
    recorder.note("HTTP 503");
    recorder.note("reset");

    assertThat(errors()).containsExactly(entry("reset", 2L), entry("HTTP 503", 1L));
  }

  @Test
  void keepsABoundedNumberOfTexts() {
    for (int i = 0; i < 1000; i++) {
      recorder.note("error " + i);
    }

    assertThat(errors())
        .hasSize(StepRecorder.MAX_TEXTS + 1)
        .containsEntry(StepRecorder.OTHER, 1000L - StepRecorder.MAX_TEXTS);
  }

  private Map<String, Long> errors() {
    return recorder.stats(0, 1).errors();
  }
}
