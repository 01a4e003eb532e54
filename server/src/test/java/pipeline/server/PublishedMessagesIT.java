package pipeline.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.GetResponse;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.server.publish.OnRealBroker;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.identity.Partitions;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.workload.SwipeFormat;

/**
 * What is confirmed is in the real queues, as the settings have it: one line or many a request, in
 * each mode and with several partitions, of which there is one number.
 */
class PublishedMessagesIT extends OnRealBroker {
  private static final int BLOCK = 1 << 16;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wordcount | '' | textbody/wordcount | {\"message\":\"b a b\"} | \"words\":{\"a\":1,\"b\":2}",
        "lift-rides | '' | skiers/2/seasons/2022/days/1/skiers/4711 | {\"time\":217,\"liftID\":21}"
            + " | \"ride\":{\"resort\":2,\"season\":2022,\"day\":1,\"skier\":4711,\"time\":217,\"lift\":21}",
        "swipes | .counts, .matches | swipe/right | {\"swiper\":17,\"swipee\":4711,\"comment\":\"c\"}"
            + " | \"swipe\":{\"right\":true,\"swiper\":17,\"swipee\":4711,\"comment\":\"c\"}"
      })
  void aConfirmedLineIsInEachQueueOfItsWorkloadUnderItsKey(
      String workload, String suffixes, String path, String body, String payload) throws Exception {
    try (RunningServer server = upServer("WORKLOAD", workload)) {
      assertThat(server.samples())
          .containsEntry("pipeline_broker_up", 1.0)
          .containsEntry("pipeline_entries_waiting", 0.0);
      assertThat(server.postTo("/server/" + path, body, RunningServer.header(KEY)).status())
          .isIn(200, 201);
    }
    for (String suffix : suffixes.split(", ", -1)) {
      GetResponse message = onChannel(channel -> channel.basicGet(queue + suffix, true));
      assertThat(message.getProps().getDeliveryMode()).isEqualTo(2);
      assertThat(message.getProps().getContentType()).isEqualTo("application/json");
      assertThat(message.getMessageCount()).isZero();
      assertThat(new String(message.getBody(), UTF_8))
          .isEqualTo("[{\"run\":\"" + KEY.run() + "\",\"seq\":3," + payload + "}]");
    }
  }

  @Test
  void aQueueThatNeedNotOutliveTheBrokerIsDeclaredSo() throws Exception {
    try (Logged log = new Logged();
        RunningServer server = upServer("DURABLE", "off")) {
      assertThat(log.has("WARN PipelineListener: DURABLE=off: ")).isTrue();
      server.post(KEY, "b a b").hasStatus(200);
      // the broker refuses this unless the existing queue is transient too
      AMQP.Queue.DeclareOk declared =
          onChannel(channel -> channel.queueDeclare(queue, false, false, false, null));
      assertThat(declared.getMessageCount()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PUBLISH, group, 1",
    "PUBLISH, per-request, 100",
    "BATCH_ENTRIES, 1, 100",
    "CONFIRM, none, 1"
  })
  void theModesOfPublishingKeepTheirMeaningForManyLines(String setting, String mode, int messages)
      throws Exception {
    try (RunningServer server = upServer(setting, mode)) {
      server.postLines(KEY, "b a\n".repeat(100)).hasBody("{\"lines\":100,\"words\":200}");
      assertThat(server.samples())
          .containsEntry("pipeline_message_entries_count", (double) messages)
          .containsEntry("pipeline_message_entries_sum", 100.0);
      await().atMost(PATIENCE).until(() -> messages() == messages);
      assertThat(keysInQueue()).containsExactlyInAnyOrderElementsOf(keys(KEY, 100));
    }
  }

  @Test
  void aBrokerOfSmallMessagesIsServedAndWhatIsLongerThanThemIs413() throws Exception {
    limitMessages(65_536);
    String end = "x".repeat(2_000) + "\n";
    String body = IntStream.range(0, 50).mapToObj(i -> i + end).collect(Collectors.joining());
    String line = "y".repeat(70_000);
    try (RunningServer limited = upServer("BATCH_BYTES", "50000");
        RunningServer learning = upServer();
        RunningServer other = upServer()) {
      limited.postLines(KEY, body).hasStatus(200);
      assertThat(messages()).isBetween(3L, 5L);
      limited
          .postLines(KEY, "a\n" + line)
          .hasStatus(413)
          .contains("50000 is the most (BATCH_BYTES");

      learning.postLines(KEY, body).hasStatus(503).contains("max size 65536");
      await().atMost(PATIENCE).until(() -> learning.postLines(KEY, body).status() == 200);
      learning.post(KEY, line).hasStatus(413);
      assertThat(keysInQueue()).hasSize(100).hasSameElementsAs(keys(KEY, 50));

      other.post(KEY, line).hasStatus(413).contains("message size", "max size 65536");
      await().atMost(PATIENCE).until(() -> other.post(KEY, "y".repeat(60_000)).status() == 200);
    } finally {
      limitMessages(128 << 20);
    }
  }

  @ParameterizedTest
  @CsvSource({"classic, group", "quorum, group", "classic, per-request"})
  void aRequestAcrossBlocksIsInTheQueuesOfBothAndIsAnsweredOnce(String type, String publish)
      throws Exception {
    Partitions four = new Partitions(4);
    List<RequestKey> before = keys(new RequestKey(KEY.run(), BLOCK - 2), 2);
    List<RequestKey> after = keys(new RequestKey(KEY.run(), BLOCK), 3);
    try (RunningServer server =
        upServer("PARTITIONS", "4", "QUEUE_TYPE", type, "PUBLISH", publish)) {
      server
          .postLines(before.get(0), "a\n".repeat(5))
          .hasStatus(200)
          .hasBody("{\"lines\":5,\"words\":5}");
      server.post(new RunEnd(KEY.run(), 9)).hasStatus(200);
    }
    for (int partition = 0; partition < 4; partition++) {
      List<RequestKey> expected =
          partition == four.of(KEY.run(), 0)
              ? before
              : partition == four.of(KEY.run(), BLOCK) ? after : List.of();
      assertThat(keysIn(queue + "." + partition)).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @Test
  void anEndIsInEachQueueOfItsWorkloadWhichAreDividedAlike() throws Exception {
    RunEnd end = new RunEnd(KEY.run(), RunEnd.MAX_LINES);
    String part = "." + new Partitions(3).of(end);
    try (RunningServer server = upServer("WORKLOAD", "swipes", "PARTITIONS", "3")) {
      server.post(end).hasStatus(200);
    }
    for (String each : List.of(queue + ".counts" + part, queue + ".matches" + part)) {
      GetResponse message = onChannel(channel -> channel.basicGet(each, true));
      assertThat(new BatchDecoder<>(new SwipeFormat()).decodeEach(message.getBody()).ends())
          .containsExactly(end);
    }
  }

  @Timeout(60)
  @ParameterizedTest
  @CsvSource({
    "wordcount,  classic, 4, 2, ''",
    "wordcount,  classic, 1, 4, ''",
    "lift-rides, quorum,  4, 3, ''",
    "swipes,     classic, 1, 2, .counts",
  })
  void anotherNumberThanTheQueuesHaveEndsTheServerAndNamesBoth(
      String workload, String type, String theirs, String ours, String suffix) throws Exception {
    upServer("WORKLOAD", workload, "QUEUE_TYPE", type, "PARTITIONS", theirs).close();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        MainTest.run(
            Map.of(
                "WORKLOAD", workload,
                "QUEUE", queue,
                "QUEUE_TYPE", type,
                "PARTITIONS", ours,
                "RABBITMQ_URL", rabbit.url(),
                "SERVER_PORT", "0"),
            new CountDownLatch(1),
            OutputStream.nullOutputStream(),
            err);
    assertThat(status).isEqualTo(Main.BAD_INPUT);
    assertThat(err.toString(UTF_8))
        .startsWith(
            "PARTITIONS is " + ours + ", but " + queue + suffix + " has " + theirs + " at the")
        .hasLineCount(1);
  }

  /**
   * Sets {@code max_message_size} as in a new node; the two places serve earlier and later
   * versions.
   */
  private static void limitMessages(int bytes) throws Exception {
    rabbit.ctl(
        "eval",
        "application:set_env(rabbit, max_message_size, N), persistent_term:put(max_message_size, N)."
            .replace("N", Integer.toString(bytes)));
  }
}
