package pipeline.consumer.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The highest counts come in an order of their own. */
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
      NamedCount.Highest highest = new NamedCount.Highest(limit);
      COUNTS.forEach(highest::add);
      assertThat(highest.list())
          .extracting(NamedCount::name)
          .containsExactlyElementsOf(List.of("c", "a", "b", "d").subList(0, Math.min(limit, 4)));
    }
  }
}
