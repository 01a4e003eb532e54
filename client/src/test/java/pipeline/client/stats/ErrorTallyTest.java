package pipeline.client.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;

class ErrorTallyTest {
  private final ErrorTally tally = new ErrorTally();

  @Test
  void countsEachTextInOrderOfAppearance() {
    tally.add("reset");
    tally.add("HTTP 503");
    tally.add("reset");

    assertThat(tally.snapshot()).containsExactly(entry("reset", 2L), entry("HTTP 503", 1L));
  }

  @Test
  void keepsABoundedNumberOfTexts() {
    for (int i = 0; i < 1000; i++) {
      tally.add("error " + i);
    }

    assertThat(tally.snapshot())
        .hasSize(ErrorTally.MAX_DISTINCT + 1)
        .containsEntry(ErrorTally.OTHER, 1000L - ErrorTally.MAX_DISTINCT);
  }
}
