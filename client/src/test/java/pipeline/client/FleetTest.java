package pipeline.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.http.StubServer;
import pipeline.wire.identity.RunId;

/** Clients that share an input send each of its lines once, under one run that they leave open. */
class FleetTest extends WholeProgram {
  private final RunId run = RunId.random(new SecureRandom());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FILE 2 --repeat 3",
        "FILE 2 --rate 3000",
        "FILE 1 --phases 2x3,N",
        "2 --workload swipes --requests 30 --gets 30"
      })
  void eachLineIsSentOnce(String arguments) throws Exception {
    write("a\nb\n\nc\n".repeat(10));
    try (StubServer server = StubServer.answeringOk()) {
      for (int part = 1; part <= 3; part++) {
        assertThat(run(server, arguments + " --run-id " + run + " --part " + part + "/3")).isZero();
        assertThat(err()).contains("run " + run + " is not closed: this is part " + part + "/3");
      }
      int lines = arguments.contains("--repeat") ? 90 : 30;
      assertThat(server.keys().stream().filter(key -> key != null))
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, lines).mapToObj(line -> run + "-" + line).toList());
      assertThat(server.ends()).isEmpty();
    }
  }

  @Test
  void theStartIsWaitedFor() throws Exception {
    write("a\n");
    Instant start = Instant.now().plusMillis(300);
    try (StubServer server = StubServer.answeringOk()) {
      assertThat(run(server, "FILE 1 --start-at " + start)).isZero();
    }
    assertThat(Instant.now()).isAfterOrEqualTo(start);
  }
}
