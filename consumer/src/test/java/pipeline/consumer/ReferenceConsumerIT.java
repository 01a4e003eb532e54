package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.SerializationUtils;
import org.junit.jupiter.api.Test;
import pipeline.testkit.process.ChildProcess;

/**
 * The reference design's consumer counts what the reports' publisher sends, and ends in order; here
 * as the finished jar on a real RabbitMQ.
 */
class ReferenceConsumerIT extends OnRealQueue {
  private static final String QUEUE = "wordCount";

  @Test
  void countsWhatThePublisherOfTheReportSends() throws Exception {
    publishMaps();
    try (ChildProcess consumer = reference("5", "--merge", "atomic", "--until-idle", "1")) {
      assertThat(consumer.await()).as(consumer.err()).isZero();
      assertCounts();
      assertThat(consumer.out())
          .startsWith("lines=400 words=1200 distinct=2\n")
          .contains("total lines=400 gaps=unknown duplicates=unknown unreadable=1");
      assertThat(consumer.err()).contains("is lost with it").contains("counted twice");
    }
  }

  @Test
  void onSigtermItCountsWhatItWasSentAndEnds() throws Exception {
    try (ChildProcess consumer = reference("3", "--merge", "atomic", "--ack", "manual")) {
      consumer.awaitErr("consuming from wordCount");
      publishMaps();
      await().atMost(SOON).until(() -> waiting() == 0);
      consumer.signal("TERM");
      assertThat(consumer.await()).as(consumer.err()).isZero();
      assertCounts();
    }
    assertThat(waiting()).isZero();
  }

  private static void publishMaps() throws Exception {
    onChannel(
        channel -> {
          channel.queueDeclare(QUEUE, false, false, false, null);
          HashMap<String, Integer> map = new HashMap<>(Map.of("the", 2, "end", 1));
          for (int line = 0; line < LINES; line++) {
            channel.basicPublish("", QUEUE, null, SerializationUtils.serialize(map));
          }
          channel.basicPublish("", QUEUE, null, new byte[] {1, 2, 3});
          return null;
        });
  }

  private static long waiting() throws Exception {
    return onChannel(channel -> channel.messageCount(QUEUE));
  }

  private ChildProcess reference(String... args) throws Exception {
    String[] more = {"--design", "reference", "--dump", dump.toString(), "--report"};
    return start(List.of(), ArrayUtils.addAll(args, more));
  }

  private void assertCounts() throws Exception {
    assertThat(dumped()).isEqualTo(Map.of("the", 2L * LINES, "end", 1L * LINES));
  }
}
