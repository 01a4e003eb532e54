package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.FreePort;

/** Each fault of a real broker that keeps lines from being counted shows at /health in time. */
@Tag("long")
class HealthIT extends OnRealQueue {
  private static final Duration IN_TIME = Duration.ofSeconds(5);

  private int port;

  private void awaitUp() {
    await().atMost(SOON).ignoreExceptions().until(() -> get(port, "/health").statusCode() == 200);
  }

  private void awaitDown(String cause) {
    await()
        .atMost(IN_TIME)
        .untilAsserted(
            () -> {
              HttpResponse<String> health = get(port, "/health");
              assertThat(health.statusCode()).isEqualTo(503);
              assertThat(health.body()).contains(cause);
            });
  }

  @Test
  void aDeadQueueThatTakesNothingAndABrokerThatIsHungOrGone() throws Exception {
    port = FreePort.find();
    try (ChildProcess consumer = start(List.of(), "2", "--http", Integer.toString(port))) {
      awaitUp();
      rabbit.ctl(
          "set_policy",
          "full",
          "^wordcount\\.dead$",
          "{\"max-length\":0,\"overflow\":\"reject-publish\"}",
          "--apply-to",
          "queues");
      publish(ofType("text/plain"), List.of(new byte[1]));
      awaitDown("wordcount.dead: the broker refuses it (basic.nack)");
      consumer.awaitErr("a message waits for wordcount.dead");
      rabbit.ctl("clear_policy", "full");
      awaitUp();

      rabbit.freeze();
      awaitDown("the broker does not answer");
      rabbit.thaw();
      awaitUp();

      rabbit.kill();
      awaitDown("broker");
      rabbit.start();
      awaitUp();
      consumer.signal("TERM");
      Ended ended = Ended.of(consumer);
      assertThat(ended.status()).as(ended.err()).isZero();
      assertThat(ended.out()).contains("lines=0 ");
    }
    assertThat(takeDead()).hasSize(1);
  }
}
