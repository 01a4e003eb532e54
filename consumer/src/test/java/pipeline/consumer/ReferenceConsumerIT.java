package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.SerializationUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.rabbit.OnPrivateRabbit;

/** The reference design's consumer, as the finished jar on a real RabbitMQ. */
@Timeout(240)
class ReferenceConsumerIT extends OnPrivateRabbit {
  private static final String QUEUE = "wordCount";
  private static final int LINES = 500;
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir private Path temp;

  /** The publisher makes the calls of the report, and uses no code of this project. */
  @Test
  void countsWhatThePublisherOfTheReportSends() throws Exception {
    publish();
    try (ChildProcess consumer = consumer("5", "--merge", "atomic", "--until-idle", "1")) {
      assertThat(consumer.await()).as(consumer.err()).isZero();
      assertCounts();
      assertThat(consumer.out())
          .startsWith("lines=500 words=1500 distinct=2\n")
          .contains("total lines=500 gaps=unknown duplicates=unknown unreadable=1");
      assertThat(consumer.err()).contains("is lost with it").contains("counted twice");
    }
  }

  @Test
  void onSigtermItCountsWhatItWasSentAndEnds() throws Exception {
    try (ChildProcess consumer = consumer("3", "--merge", "atomic", "--ack", "manual")) {
      consumer.awaitErr("consuming from wordCount");
      publish();
      await().atMost(SOON).until(() -> waiting() == 0);
      consumer.signal("TERM");
      assertThat(consumer.await()).as(consumer.err()).isZero();
      assertCounts();
    }
    assertThat(waiting()).isZero();
  }

  private static void publish() throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(rabbit.url());
    try (Connection connection = factory.newConnection();
        Channel channel = connection.createChannel()) {
      channel.queueDeclare(QUEUE, false, false, false, null);
      for (int line = 0; line < LINES; line++) {
        HashMap<String, Integer> map = new HashMap<>();
        map.put("the", 2);
        map.put("end", 1);
        channel.basicPublish("", QUEUE, null, SerializationUtils.serialize(map));
      }
      channel.basicPublish("", QUEUE, null, new byte[] {1, 2, 3});
    }
  }

  private static long waiting() throws Exception {
    try (Connection connection = rabbit.connect();
        Channel channel = connection.createChannel()) {
      return channel.messageCount(QUEUE);
    }
  }

  private ChildProcess consumer(String... args) throws Exception {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--design", "reference", "--dump", dump().toString(), "--report"));
    return ConsumerJar.start(temp, rabbit.url(), List.of(), all.toArray(String[]::new));
  }

  private Path dump() {
    return temp.resolve("counts.tsv");
  }

  private void assertCounts() throws Exception {
    assertThat(ConsumerJar.counts(dump())).isEqualTo(Map.of("the", 2L * LINES, "end", 1L * LINES));
  }
}
