package pipeline.consumer.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.wire.settings.Settings;

/** A workload is found by its name. */
class WorkloadHandlerTest {

  private static final Settings NONE = new Settings(Map.of(), new Properties());

  @ParameterizedTest
  @CsvSource({
    "wordcount, wordcount, wordcount",
    "lift-rides, lift-rides, lift-rides",
    "swipe-counts, swipes, swipes.counts",
    "swipe-matches, swipes, swipes.matches",
  })
  void eachIsFoundByItsNameAndHasAQueue(String name, String exchange, String queue)
      throws Exception {
    WorkloadHandler<?> handler = WorkloadHandler.named(name);
    assertThat(handler.name()).isEqualTo(name);
    assertThat(handler.queue(NONE).exchange()).isEqualTo(exchange);
    assertThat(handler.queue(NONE).queue()).isEqualTo(queue);
  }

  @Test
  void anUnknownNameIsToldTheKnownOnes() {
    assertThatThrownBy(() -> WorkloadHandler.named("skiing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--workload is 'skiing', but must be one of"
                + " wordcount, lift-rides, swipe-counts, swipe-matches");
  }
}
