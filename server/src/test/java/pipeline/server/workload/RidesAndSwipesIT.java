package pipeline.server.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pipeline.server.RunningServer;
import pipeline.server.Samples;
import pipeline.server.http.RawHttp;
import pipeline.server.publish.OnRealBroker;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.PayloadFormat;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;
import pipeline.wire.workload.LiftRide;
import pipeline.wire.workload.LiftRideFormat;
import pipeline.wire.workload.Swipe;
import pipeline.wire.workload.SwipeFormat;

/** Lift rides, swipes and the metrics of publishing, with a real RabbitMQ. */
class RidesAndSwipesIT extends OnRealBroker {
  private static final String SWIPE = "{\"swiper\":\"17\",\"swipee\":\"4711\",\"comment\":\"c\"}";
  private static final RunId RUN = RunId.random(new SecureRandom());

  @Test
  void everySwipeIsInBothQueuesUnderItsKey() throws Exception {
    List<Entry<Swipe>> sent = new ArrayList<>();
    try (RunningServer server = serverOf("swipes")) {
      for (int i = 0; i < 20; i++) {
        RequestKey key = new RequestKey(RUN, i);
        boolean right = i % 3 == 0;
        String path = "/server/swipe/" + (right ? "right" : "left");
        assertThat(post(server, path, SWIPE, key)).isEqualTo(201);
        sent.add(Entry.single(key, new Swipe(right, 17, 4711, "c")));
      }
    }
    assertThat(entries(queue + ".counts", new SwipeFormat())).isEqualTo(sent);
    assertThat(entries(queue + ".matches", new SwipeFormat())).isEqualTo(sent);
  }

  @Test
  void withoutItsQueuesASwipeIsNever201AndTheyComeBackByThemselves() throws Exception {
    try (RunningServer server = serverOf("swipes")) {
      RequestKey lost = new RequestKey(RUN, 0);
      delete(queue + ".counts", queue + ".matches");
      assertThat(post(server, "/server/swipe/right", SWIPE, lost)).isEqualTo(503);
      await().atMost(PATIENCE).until(() -> post(server, "/server/swipe/right", SWIPE, lost) == 201);
    }
    assertThat(entries(queue + ".counts", new SwipeFormat()))
        .isEqualTo(entries(queue + ".matches", new SwipeFormat()));
  }

  @Test
  void aRideIsInTheQueueUnderItsKey() throws Exception {
    RequestKey key = new RequestKey(RUN, 3);
    try (RunningServer server = serverOf("lift-rides")) {
      String path = "/server/skiers/2/seasons/2022/days/1/skiers/4711";
      assertThat(post(server, path, "{\"time\":217,\"liftID\":21}", key)).isEqualTo(201);
    }
    assertThat(entries(queue, new LiftRideFormat()))
        .containsExactly(Entry.single(key, new LiftRide(2, 2022, 1, 4711, 217, 21)));
  }

  @Test
  void messagesAndEntriesAreCountedAndTheBrokersStateIsShown() throws Exception {
    try (RunningServer server = serverOf("swipes")) {
      assertThat(samples(server))
          .containsEntry("pipeline_broker_up", 1.0)
          .containsEntry("pipeline_entries_waiting", 0.0)
          .containsEntry("pipeline_entries_published_total", 0.0);
      for (int i = 0; i < 5; i++) {
        assertThat(post(server, "/server/swipe/left", SWIPE, new RequestKey(RUN, i)))
            .isEqualTo(201);
      }
      // the lines came one after the other, so each had a message of its own
      assertThat(samples(server))
          .containsEntry("pipeline_messages_published_total", 5.0)
          .containsEntry("pipeline_entries_published_total", 5.0)
          .containsEntry("pipeline_message_entries_bucket{le=\"1.0\"}", 5.0)
          .containsEntry("http_server_requests_seconds_count{method=\"POST\",status=\"2xx\"}", 5.0);

      rabbit.kill();
      await().atMost(PATIENCE).until(() -> samples(server).get("pipeline_broker_up") == 0);
      assertThat(post(server, "/server/swipe/left", SWIPE, new RequestKey(RUN, 5))).isEqualTo(503);
      assertThat(samples(server))
          .containsEntry("http_server_refusals_total{reason=\"broker\",status=\"503\"}", 1.0);
    } finally {
      rabbit.start();
    }
  }

  private RunningServer serverOf(String workload) throws Exception {
    return upServer("WORKLOAD", workload);
  }

  /** Posts on a connection of its own, since Tomcat closes it after a 503. */
  private static int post(RunningServer server, String path, String body, RequestKey key)
      throws Exception {
    try (RawHttp http = new RawHttp(server.port())) {
      http.send(RawHttp.post(path, body.getBytes(UTF_8), "Idempotency-Key: " + key));
      return http.answer().status();
    }
  }

  private static Map<String, Double> samples(RunningServer server) throws Exception {
    try (RawHttp http = new RawHttp(server.port())) {
      http.sendHead("GET /server/metrics HTTP/1.1", "Host: x");
      return Samples.of(http.answer().body());
    }
  }

  private static <P> List<Entry<P>> entries(String from, PayloadFormat<P> format) throws Exception {
    List<Entry<P>> entries = new ArrayList<>();
    try (Connection connection = rabbit.connect();
        Channel channel = connection.createChannel()) {
      GetResponse message = channel.basicGet(from, true);
      while (message != null) {
        entries.addAll(new BatchDecoder<>(format).decode(message.getBody()));
        message = channel.basicGet(from, true);
      }
    }
    return entries;
  }

  private static void delete(String... queues) throws Exception {
    try (Connection connection = rabbit.connect();
        Channel channel = connection.createChannel()) {
      for (String each : queues) {
        channel.queueDelete(each);
      }
    }
  }
}
