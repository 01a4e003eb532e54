package pipeline.server.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import pipeline.server.RunningServer;
import pipeline.server.publish.OnRealBroker;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.workload.LiftRide;
import pipeline.wire.workload.LiftRideFormat;
import pipeline.wire.workload.Swipe;
import pipeline.wire.workload.SwipeFormat;

/** Lift rides, swipes and the metrics of publishing, with a real RabbitMQ. */
class RidesAndSwipesIT extends OnRealBroker {
  private static final String SWIPE = "{\"swiper\":\"17\",\"swipee\":\"4711\",\"comment\":\"c\"}";

  @Test
  void everySwipeIsInBothQueuesUnderItsKeyInAMessageOfItsOwnWhenItComesAlone() throws Exception {
    List<Entry<Swipe>> sent = new ArrayList<>();
    try (RunningServer server = upServer("WORKLOAD", "swipes")) {
      assertThat(server.samples())
          .containsEntry("pipeline_broker_up", 1.0)
          .containsEntry("pipeline_entries_waiting", 0.0)
          .containsEntry("pipeline_entries_published_total", 0.0);
      for (int i = 0; i < 5; i++) {
        RequestKey key = new RequestKey(KEY.run(), i);
        boolean right = i % 3 == 0;
        String path = "/swipe/" + (right ? "right" : "left");
        server.postJson(path, key.toString(), SWIPE).hasStatus(201);
        sent.add(Entry.single(key, new Swipe(right, 17, 4711, "c")));
      }
      assertThat(server.samples())
          .containsEntry("pipeline_messages_published_total", 5.0)
          .containsEntry("pipeline_entries_published_total", 5.0)
          .containsEntry("pipeline_message_entries_bucket{le=\"1.0\"}", 5.0)
          .containsEntry("http_server_requests_seconds_count{method=\"POST\",status=\"2xx\"}", 5.0);
    }
    assertThat(entriesIn(queue + ".counts", new SwipeFormat())).isEqualTo(sent);
    assertThat(entriesIn(queue + ".matches", new SwipeFormat())).isEqualTo(sent);
  }

  @Test
  void withoutItsQueuesASwipeIsNever201AndTheyComeBackByThemselves() throws Exception {
    String key = KEY.toString();
    try (RunningServer server = upServer("WORKLOAD", "swipes")) {
      deleteQueues(queue + ".counts", queue + ".matches");
      server.postJson("/swipe/right", key, SWIPE).hasStatus(503);
      assertThat(server.samples())
          .containsEntry("http_server_refusals_total{reason=\"broker\",status=\"503\"}", 1.0);
      await()
          .atMost(PATIENCE)
          .until(() -> server.postJson("/swipe/right", key, SWIPE).status() == 201);
    }
    assertThat(entriesIn(queue + ".counts", new SwipeFormat()))
        .isEqualTo(entriesIn(queue + ".matches", new SwipeFormat()));
  }

  @Test
  void aRideIsInTheQueueUnderItsKey() throws Exception {
    try (RunningServer server = upServer("WORKLOAD", "lift-rides")) {
      String path = "/skiers/2/seasons/2022/days/1/skiers/4711";
      server.postJson(path, KEY.toString(), "{\"time\":217,\"liftID\":21}").hasStatus(201);
    }
    assertThat(entriesIn(queue, new LiftRideFormat()))
        .containsExactly(Entry.single(KEY, new LiftRide(2, 2022, 1, 4711, 217, 21)));
  }
}
