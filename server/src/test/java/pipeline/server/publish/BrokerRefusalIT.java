package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.server.RunningServer;
import pipeline.server.http.PostingClients;
import pipeline.wire.identity.RequestKey;

/** The broker is there and takes no messages: 503, and lines are taken again when it does. */
class BrokerRefusalIT extends OnRealBroker {
  @ParameterizedTest
  @CsvSource({"false, NO_ROUTE", "true, no exchange"})
  void linesThatReachNoQueueAreNeverConfirmedAndTheTopologyIsDeclaredAgain(
      boolean exchange, String why) throws Exception {
    try (RunningServer server = upServer()) {
      server.post(KEY, "a").hasStatus(200);
      deleteQueues(queue);
      if (exchange) {
        onChannel(channel -> channel.exchangeDelete(queue));
      }
      server.post(KEY, "a").hasStatus(503).contains(why);
      // the server may still pass for up when it has just answered; the queue is there once it knew
      await().atMost(PATIENCE).ignoreExceptions().until(() -> messages() == 0 && server.isUp());
      assertThat(keysInQueue()).isEmpty();
      server.post(KEY, "a").hasStatus(200);
    }
  }

  @Test
  void queueWithOtherArgumentsIsNamedByHealthAndHealsWhenItIsGone() throws Exception {
    onChannel(
        channel -> channel.queueDeclare(queue, true, false, false, Map.of("x-max-length", 5)));
    try (RunningServer server = server()) {
      await().atMost(PATIENCE).until(() -> server.health().body().contains("PRECONDITION_FAILED"));
      server.post(KEY, "a").hasStatus(503);
      deleteQueues(queue);
      await().atMost(PATIENCE).until(server::isUp);
    }
  }

  @Test
  void aFullQueueThatRejectsIs503() throws Exception {
    rabbit.ctl("set_policy", "full", queue, "{\"max-length\":1,\"overflow\":\"reject-publish\"}");
    // health remembers a refusal for as long as the deadline
    try (RunningServer server = upServer("PUBLISH_DEADLINE_MS", "60000")) {
      int confirmed = 0;
      for (int i = 0; i < 4; i++) {
        int status = server.post(new RequestKey(KEY.run(), i), "a").status();
        confirmed += status == 200 ? 1 : 0;
        assertThat(status).isIn(200, 503);
      }
      assertThat(confirmed).isBetween(1, 3);
      await().atMost(PATIENCE).until(() -> server.health().body().contains("nack"));
      assertThat(keysInQueue()).hasSize(confirmed);
    } finally {
      rabbit.ctl("clear_policy", "full");
    }
  }

  @Test
  void withMandatoryOffReturnedLinesAreConfirmedAndLost() throws Exception {
    try (RunningServer server = upServer("MANDATORY", "off")) {
      deleteQueues(queue);
      server.post(KEY, "a").hasStatus(200);
    }
  }

  @ParameterizedTest
  @CsvSource({"set_vm_memory_high_watermark, 0.00001, 0.4", "set_disk_free_limit, 999999GB, 50MB"})
  void anAlarmIs503WithinTheDeadlineAndHealsWithIt(String limit, String beyond, String normal)
      throws Exception {
    try (RunningServer server = upServer();
        PostingClients clients = new PostingClients(server, CLIENTS)) {
      awaitMore(clients, 20, 200);
      try {
        rabbit.ctl(limit, beyond);
        awaitMore(clients, 200, 503);
        server.health().hasStatus(503).contains("blocks publishing");
      } finally {
        rabbit.ctl(limit, normal);
      }
      assertHealed(clients);
    }
  }
}
