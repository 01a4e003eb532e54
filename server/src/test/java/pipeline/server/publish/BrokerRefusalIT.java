package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pipeline.server.RunningServer;
import pipeline.server.http.PostingClients;
import pipeline.testkit.proxy.Direction;
import pipeline.testkit.proxy.FaultProxy;
import pipeline.testkit.proxy.Flow;
import pipeline.testkit.rabbit.PrivateRabbit;
import pipeline.wire.identity.RequestKey;

/** The broker is there and takes no messages. */
class BrokerRefusalIT extends OnRealBroker {

  @Test
  void queueDeletedUnderLoadIs503AndTheQueueIsDeclaredAgain() throws Exception {
    try (RunningServer server = upServer();
        PostingClients clients = new PostingClients(server, CLIENTS)) {
      await().atMost(PATIENCE).until(() -> clients.count(200) > 20);
      try (Connection connection = rabbit.connect();
          Channel channel = connection.createChannel()) {
        for (int i = 0; i < 5; i++) {
          int refusedBefore = clients.count(503);
          int before = clients.count(200);
          channel.queueDelete(queue);
          await().atMost(PATIENCE).until(() -> clients.count(503) > refusedBefore);
          await().atMost(PATIENCE).until(() -> clients.count(200) > before + 20);
        }
      }
      clients.stop();
      assertThat(clients.statuses()).containsOnly(200, 503);
      assertThat(server.isUp()).isTrue();
    }
  }

  @Test
  void returnedLinesAreNeverConfirmed() throws Exception {
    try (RunningServer server = upServer()) {
      try (Connection connection = rabbit.connect();
          Channel channel = connection.createChannel()) {
        channel.queueDelete(queue);
      }
      HttpResponse<String> refused = server.post(KEY, "a");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.body()).contains("NO_ROUTE");
      await().atMost(PATIENCE).until(server::isUp);
      assertThat(keysInQueue()).isEmpty();
    }
  }

  @Test
  void exchangeDeletedIs503AndDeclaredAgain() throws Exception {
    try (RunningServer server = upServer()) {
      assertThat(server.post(KEY, "a").statusCode()).isEqualTo(200);
      try (Connection connection = rabbit.connect();
          Channel channel = connection.createChannel()) {
        channel.exchangeDelete(queue);
      }
      HttpResponse<String> refused = server.post(KEY, "a");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.body()).contains("no exchange");
      await().atMost(PATIENCE).until(server::isUp);
      assertThat(server.post(KEY, "a").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void queueWithOtherArgumentsIsNamedByHealthAndHealsWhenItIsGone() throws Exception {
    try (Connection connection = rabbit.connect();
        Channel channel = connection.createChannel()) {
      channel.queueDeclare(queue, true, false, false, Map.of("x-max-length", 5));
      try (RunningServer server = server()) {
        await()
            .atMost(PATIENCE)
            .until(() -> server.health().body().contains("PRECONDITION_FAILED"));
        assertThat(server.post(KEY, "a").statusCode()).isEqualTo(503);
        channel.queueDelete(queue);
        await().atMost(PATIENCE).until(server::isUp);
      }
    }
  }

  @Test
  void aFullQueueThatRejectsIs503() throws Exception {
    rabbit.ctl("set_policy", "full", queue, "{\"max-length\":1,\"overflow\":\"reject-publish\"}");
    try (RunningServer server = upServer()) {
      int confirmed = 0;
      for (int i = 0; i < 4; i++) {
        HttpResponse<String> answer = server.post(new RequestKey(KEY.run(), i), "a");
        confirmed += answer.statusCode() == 200 ? 1 : 0;
        assertThat(answer.statusCode()).isIn(200, 503);
      }
      assertThat(confirmed).isBetween(1, 3);
      assertThat(server.health().body()).contains("nack");
      assertThat(keysInQueue()).hasSize(confirmed);
    } finally {
      rabbit.ctl("clear_policy", "full");
    }
  }

  @Test
  void manyRefusedPublishesLeaveNoChannelBehind() throws Exception {
    rabbit.ctl("set_policy", "full", queue, "{\"max-length\":1,\"overflow\":\"reject-publish\"}");
    try (RunningServer server = upServer("PUBLISH", "per-request", "CHANNELS", "4")) {
      try (PostingClients clients = new PostingClients(server, CLIENTS)) {
        await().atMost(PATIENCE).until(() -> clients.count(503) > 1_000);
      }
      assertThat(rabbit.ctl("list_channels", "number").lines().count()).isLessThanOrEqualTo(4 + 2);
    } finally {
      rabbit.ctl("clear_policy", "full");
    }
  }

  @Test
  void withMandatoryOffReturnedLinesAreConfirmedAndLost() throws Exception {
    try (RunningServer server = upServer("MANDATORY", "off")) {
      try (Connection connection = rabbit.connect();
          Channel channel = connection.createChannel()) {
        channel.queueDelete(queue);
      }
      assertThat(server.post(KEY, "a").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aMemoryAlarmIs503WithinTheDeadlineAndHealsWithIt() throws Exception {
    alarmIs503("set_vm_memory_high_watermark", "0.00001", "0.4");
  }

  @Test
  void aDiskAlarmIs503WithinTheDeadlineAndHealsWithIt() throws Exception {
    alarmIs503("set_disk_free_limit", "999999GB", "50MB");
  }

  private void alarmIs503(String limit, String beyond, String normal) throws Exception {
    try (RunningServer server = upServer();
        PostingClients clients = new PostingClients(server, CLIENTS)) {
      await().atMost(PATIENCE).until(() -> clients.count(200) > 20);
      try {
        rabbit.ctl(limit, beyond);
        await().atMost(PATIENCE).until(() -> clients.count(503) > 200);
        assertThat(server.health().statusCode()).isEqualTo(503);
        assertThat(server.health().body()).contains("blocks publishing");
      } finally {
        rabbit.ctl(limit, normal);
      }
      assertHealed(clients);
    }
  }

  @Test
  void moreRequestsThanChannelsAre503WithinTheDeadline() throws Exception {
    try (FaultProxy proxy = FaultProxy.onLoopback("publish", rabbit.port());
        RunningServer server =
            upServer(
                "RABBITMQ_URL",
                PrivateRabbit.url(proxy.port()),
                "PUBLISH",
                "per-request",
                "CHANNELS",
                "2")) {
      assertThat(server.post(KEY, "a").statusCode()).isEqualTo(200);
      proxy.set(Direction.BACK, Flow.SWALLOW);
      try (PostingClients clients = new PostingClients(server, 100)) {
        await().atMost(PATIENCE).until(() -> clients.count(503) >= 100);
        assertThat(clients.statuses()).containsExactly(503);
        assertThat(clients.slowestMillis()).isLessThan(ANSWER_MILLIS);
      }
    }
  }
}
