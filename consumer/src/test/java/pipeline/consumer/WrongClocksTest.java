package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import pipeline.consumer.store.CountedStore;

/** Counts in memory under wrong clocks. */
class WrongClocksTest {
  private static final long NOW = Instant.parse("2026-03-01T00:00:00Z").toEpochMilli();
  private static final int HISTORIES = 100;
  private static final int STEPS = 200;

  @Test
  void whateverTheClocksSayNoLineIsCountedTwiceOrLostInSilence() throws Exception {
    int counted = 0;
    int refused = 0;
    int forbidden = 0;
    for (int seed = 0; seed < HISTORIES; seed++) {
      WrongClocks clocks = live(seed, true);
      counted += clocks.counted();
      refused += clocks.refused();
      forbidden += clocks.forbidden();
    }
    // the histories must have counted lines, or they tried nothing
    assertThat(counted).isGreaterThan(HISTORIES);
    assertThat(refused).isPositive();
    assertThat(forbidden).isPositive();
  }

  @Test
  void whileAllClocksAreRightNothingIsRefused() throws Exception {
    int copies = 0;
    for (int seed = 0; seed < HISTORIES; seed++) {
      WrongClocks clocks = live(seed, false);
      assertThat(clocks.refused()).as("seed %d", seed).isZero();
      copies += clocks.copies();
    }
    assertThat(copies).isGreaterThan(HISTORIES);
  }

  private static WrongClocks live(int seed, boolean areWrong) throws IOException {
    CountedStore<Map<String, Integer>> store = CountedStore.words(() -> NOW);
    WrongClocks clocks = new WrongClocks(store, NOW, new Random(seed));
    clocks.live(STEPS, areWrong);
    clocks.assertExact(store);
    return clocks;
  }
}
