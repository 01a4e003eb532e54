package pipeline.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The servers of a load take turns. */
class ServersTest {
  @Test
  void threadsBeginAtDifferentServersAndGoRound() {
    HttpSender sender = request -> Outcome.success(200);
    Servers servers = new Servers(List.of("a", "b"), List.of(sender, sender));

    assertThat(round(servers)).containsExactly(0, 1, 0);
    assertThat(round(servers)).containsExactly(1, 0, 1);
    assertThat(round(servers)).containsExactly(0, 1, 0);
  }

  private static int[] round(Servers servers) {
    return IntStream.iterate(servers.nextRound(), servers::after).limit(3).toArray();
  }
}
