package pipeline.consumer.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NamedCountTest {
  private static final List<NamedCount> COUNTS =
      List.of(
          new NamedCount("b", 2),
          new NamedCount("d", 1),
          new NamedCount("c", 3),
          new NamedCount("a", 2));

  @Test
  void theHighestComeFirstAndEqualOnesByTheirCharacters() {
    for (int limit = 0; limit <= 5; limit++) {
      assertThat(NamedCount.top(COUNTS, limit).map(NamedCount::name))
          .containsExactlyElementsOf(List.of("c", "a", "b", "d").subList(0, Math.min(limit, 4)));
    }
  }

  @Test
  void theSumIsOfThoseThatBeginSo() {
    List<NamedCount> counts =
        IntStream.range(0, 12).mapToObj(i -> new NamedCount("n" + i, i)).toList();
    assertThat(NamedCount.sum(counts, "n1")).isEqualTo(1 + 10 + 11);
    assertThat(NamedCount.sum(counts, "")).isEqualTo(66);
  }
}
