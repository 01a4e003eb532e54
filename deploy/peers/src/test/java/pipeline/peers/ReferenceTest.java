package pipeline.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ReferenceTest {

  @Test
  void wordsAreWhatBlanksSeparate() {
    assertThat(ReferenceServlet.countWords("  a b\ta  http://x "))
        .isEqualTo(Map.of("a", 2, "b", 1, "http://x", 1));
  }

  @Test
  void oneThreadMergesRight() {
    ReferenceConsumer consumer = new ReferenceConsumer("unused", false);

    consumer.merge(Map.of("a", 2, "b", 1));
    consumer.merge(Map.of("a", 1));

    assertThat(consumer.totals()).isEqualTo(Map.of("a", 3, "b", 1));
  }
}
