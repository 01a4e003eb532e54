package pipeline.client.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestGeneratorTest {
  @Test
  void valuesAreTheNumbersOfSplitMix64() {
    RequestGenerator values = new SwipeRequests(1);
    SplittableRandom inOrder = new SplittableRandom(1);

    for (int seq = 0; seq < 100; seq++) {
      for (int place = 0; place < 8; place++) {
        int expected = (int) ((inOrder.nextLong() >>> 33) % 1_000_000);
        assertThat(values.value(seq, place, 1_000_000)).isEqualTo(expected);
      }
    }
  }

  @Test
  void allOfTheRangeIsUsedAndNothingElse() {
    RequestGenerator values = new SwipeRequests(Integer.MAX_VALUE);

    assertThat(IntStream.range(0, 1_000).map(seq -> values.value(seq, 3, 40)).distinct().sorted())
        .containsExactlyElementsOf(IntStream.range(0, 40).boxed().toList());
    assertThat(values.value(Integer.MAX_VALUE, 7, 1)).isZero();
  }
}
