package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import pipeline.server.RunningServer;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** The whole server, as it is put together, without a broker: who would be let in. */
class RunsOfServerTest {

  @Test
  void requestsWithoutAKeyHaveAPlaceThatStrangersCannotTake() throws Exception {
    try (RunningServer server =
        new RunningServer("MAX_RUNS", "1", "RABBITMQ_URL", "amqp://127.0.0.1:1")) {
      assertThat(server.post(new RequestKey(new RunId(0, 1), 0), "a").body()).contains("broker");
      assertThat(server.post(new RequestKey(new RunId(0, 2), 0), "a").body()).contains("MAX_RUNS");
      assertThat(server.postAnonymously("a").body()).contains("broker");
    }
  }
}
