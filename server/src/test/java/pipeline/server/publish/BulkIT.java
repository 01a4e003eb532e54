package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.server.RunningServer;
import pipeline.server.Samples;
import pipeline.server.http.RawHttp;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** Many lines a request, with a real RabbitMQ. */
class BulkIT extends OnRealBroker {
  private static final int LINES = 100;
  private static final String BODY =
      IntStream.range(0, LINES).mapToObj(i -> "w" + i + " a\n").collect(Collectors.joining());
  private static final String ANSWER = "{\"lines\":100,\"words\":200}";

  @Test
  void confirmedLinesAreInTheQueueAsOneEntry() throws Exception {
    try (RunningServer server = upServer()) {
      HttpResponse<String> answer = server.postLines(KEY, BODY);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo(ANSWER);
      assertThat(samples(server))
          .containsEntry("pipeline_messages_published_total", 1.0)
          .containsEntry("pipeline_entries_published_total", 100.0);
    }
    try (Connection connection = rabbit.connect();
        Channel channel = connection.createChannel()) {
      GetResponse message = channel.basicGet(queue, true);
      assertThat(message.getProps().getDeliveryMode()).isEqualTo(2);
      List<Entry<Map<String, Integer>>> entries =
          new BatchDecoder<>(new WordCountFormat()).decode(message.getBody());
      assertThat(entries).hasSize(1);
      assertThat(entries.get(0).key()).isEqualTo(KEY);
      assertThat(entries.get(0).count()).isEqualTo(LINES);
      assertThat(entries.get(0).lines().line(99)).isEqualTo(Map.of("w99", 1, "a", 1));
    }
  }

  @ParameterizedTest
  @CsvSource({"PUBLISH, per-request, 100", "BATCH_ENTRIES, 1, 100", "CONFIRM, none, 1"})
  void theModesOfPublishingKeepTheirMeaning(String setting, String mode, int messages)
      throws Exception {
    try (RunningServer server = upServer(setting, mode)) {
      assertThat(server.postLines(KEY, BODY).body()).isEqualTo(ANSWER);
      await().atMost(PATIENCE).until(() -> messages() == messages);
      assertThat(keysInQueue()).containsExactlyInAnyOrderElementsOf(keys(LINES));
    }
  }

  @Test
  void aLongBodyGoesOutInSeveralMessagesOfAtMostAMebibyte() throws Exception {
    String body =
        IntStream.range(0, 4_000)
            .mapToObj(i -> i + "x".repeat(990) + "\n")
            .collect(Collectors.joining());
    try (RunningServer server = upServer()) {
      assertThat(server.postLines(KEY, body).body()).isEqualTo("{\"lines\":4000,\"words\":4000}");
      assertThat(messages()).isBetween(4L, 6L);
      try (Connection connection = rabbit.connect();
          Channel channel = connection.createChannel()) {
        GetResponse message = channel.basicGet(queue, false);
        assertThat(message.getBody().length).isBetween(1 << 19, 1 << 20);
      }
      assertThat(keysInQueue()).containsExactlyInAnyOrderElementsOf(keys(4_000));
    }
  }

  @Test
  void aBrokerOfSmallMessagesIsServedAndWhatIsLongerThanThemIs413() throws Exception {
    limitMessages(65_536);
    String body =
        IntStream.range(0, 50)
            .mapToObj(i -> i + "x".repeat(2_000) + "\n")
            .collect(Collectors.joining());
    String line = "y".repeat(70_000);
    try (RunningServer limited = upServer("BATCH_BYTES", "50000");
        RunningServer learning = upServer()) {
      assertThat(limited.postLines(KEY, body).statusCode()).isEqualTo(200);
      assertThat(messages()).isBetween(3L, 5L);
      HttpResponse<String> refused = limited.post(KEY, line);
      assertThat(refused.statusCode()).isEqualTo(413);
      assertThat(refused.body()).contains("50000 is the most (BATCH_BYTES");

      refused = learning.postLines(KEY, body);
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.body()).contains("max size 65536");
      await().atMost(PATIENCE).until(() -> learning.postLines(KEY, body).statusCode() == 200);
      assertThat(learning.post(KEY, line).statusCode()).isEqualTo(413);
      assertThat(keysInQueue()).hasSize(100).hasSameElementsAs(keys(50));
    } finally {
      limitMessages(128 << 20);
    }
  }

  @Test
  void aLineTooLongForTheBrokerIs413AtOnce() throws Exception {
    limitMessages(65_536);
    try (RunningServer server = upServer()) {
      HttpResponse<String> refused = server.post(KEY, "y".repeat(70_000));
      assertThat(refused.statusCode()).isEqualTo(413);
      assertThat(refused.body()).contains("message size").contains("max size 65536");
      await()
          .atMost(PATIENCE)
          .until(() -> server.post(KEY, "y".repeat(60_000)).statusCode() == 200);
    } finally {
      limitMessages(128 << 20);
    }
  }

  /**
   * Sets {@code max_message_size} as in a new node; the two places serve earlier and later
   * versions.
   */
  private static void limitMessages(int bytes) throws Exception {
    rabbit.ctl(
        "eval",
        String.format(
            Locale.ROOT,
            "application:set_env(rabbit, max_message_size, %d), persistent_term:put(max_message_size, %d).",
            bytes,
            bytes));
  }

  @Test
  void oneMessageThatTheQueueRejectsIs503ForAllAndTheSameRangeAgainIs200() throws Exception {
    rabbit.ctl("set_policy", "full", queue, "{\"max-length\":9,\"overflow\":\"reject-publish\"}");
    try (RunningServer server = upServer("PUBLISH", "per-request", "CHANNELS", "4")) {
      HttpResponse<String> refused = server.postLines(KEY, BODY);
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).contains("1");
      assertThat(refused.body()).contains("nack");
      assertThat(messages()).isBetween(9L, 50L);
      rabbit.ctl("clear_policy", "full");
      await()
          .atMost(PATIENCE)
          .until(() -> server.postLines(KEY, BODY).statusCode() == 200 && server.isUp());
      assertThat(keysInQueue()).containsAll(keys(LINES));
    } finally {
      if (rabbit.ctl("list_policies").contains("full")) {
        rabbit.ctl("clear_policy", "full");
      }
    }
  }

  @Test
  void whatDoesNotFitBesideThoseThatWaitIs503AndNothingOfItIsPublished() throws Exception {
    try (RunningServer server =
        upServer("MAX_WAITING", "50", "PUBLISH", "per-request", "CHANNELS", "1")) {
      rabbit.freeze();
      try {
        FutureTask<HttpResponse<String>> first = started(server, KEY);
        await().atMost(PATIENCE).until(() -> samples(server).get("pipeline_entries_waiting") > 0);
        HttpResponse<String> refused =
            server.postLines(new RequestKey(RunId.random(new SecureRandom()), 0), BODY);
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.body()).contains("too many requests wait");
        assertThat(first.get().statusCode()).isEqualTo(503);
      } finally {
        rabbit.thaw();
      }
      await().atMost(PATIENCE).until(() -> server.postLines(KEY, BODY).statusCode() == 200);
      assertThat(keysInQueue()).extracting(RequestKey::run).containsOnly(KEY.run());
    }
  }

  @Test
  void aBrokerThatGoesAwayIs503AndTheSameRangeAgainIs200() throws Exception {
    try (RunningServer server = upServer()) {
      assertThat(server.postLines(KEY, BODY).statusCode()).isEqualTo(200);
      rabbit.kill();
      await().atMost(PATIENCE).until(() -> !server.isUp());
      HttpResponse<String> refused = server.postLines(KEY, BODY);
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).contains("1");
      assertThat(samples(server))
          .containsEntry("http_server_refusals_total{reason=\"broker\",status=\"503\"}", 1.0);
      rabbit.start();
      await().atMost(PATIENCE).until(() -> server.postLines(KEY, BODY).statusCode() == 200);
      assertThat(keysInQueue()).hasSize(2 * LINES).hasSameElementsAs(keys(LINES));
    }
  }

  private FutureTask<HttpResponse<String>> started(RunningServer server, RequestKey first) {
    FutureTask<HttpResponse<String>> answer = new FutureTask<>(() -> server.postLines(first, BODY));
    new Thread(answer, "client").start();
    return answer;
  }

  private static Map<String, Double> samples(RunningServer server) throws Exception {
    try (RawHttp http = new RawHttp(server.port())) {
      http.sendHead("GET /server/metrics HTTP/1.1", "Host: x");
      return Samples.of(http.answer().body());
    }
  }

  private static List<RequestKey> keys(int number) {
    List<RequestKey> keys = new ArrayList<>();
    for (int line = 0; line < number; line++) {
      keys.add(new RequestKey(KEY.run(), KEY.seq() + line));
    }
    return keys;
  }
}
