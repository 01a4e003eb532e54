package pipeline.consumer.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
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
  void eachIsFoundByItsNameAndHasAQueue(String name, String exchange, String queue) {
    WorkloadHandler<?> handler = WorkloadHandler.named(name);
    assertThat(handler.name()).isEqualTo(name);
    assertThat(handler.queue(NONE).exchange()).isEqualTo(exchange);
    assertThat(handler.queue(NONE).queue()).isEqualTo(queue);
  }
}
