package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.workload.WordCountHandler;

class ConsumerReportTest {

  @Test
  void wordsCannotDriveTheTerminal() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new ConsumerReport(new WordCountHandler(), new PrintStream(out, true, StandardCharsets.UTF_8))
        .printTotals(1, List.of(new NamedCount("a\u001b[2J\u009b1m\u202e\uE000\uD800é😀", 7)));

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo("lines=1 words=7 distinct=1\n7\ta?[2J?1m???é😀\n");
  }
}
