package pipeline.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ServersTest {
  private final List<String> closed = new ArrayList<>();

  @Test
  void threadsBeginAtDifferentServersAndGoRound() {
    Servers servers = new Servers(List.of("a", "b"), List.of(sender("a"), sender("b")));

    assertThat(round(servers)).containsExactly(0, 1, 0);
    assertThat(round(servers)).containsExactly(1, 0, 1);
    assertThat(round(servers)).containsExactly(0, 1, 0);
  }

  @Test
  void allAreClosed() {
    new Servers(List.of("a", "b"), List.of(sender("a"), sender("b"))).close();

    assertThat(closed).containsExactly("a", "b");
  }

  private static int[] round(Servers servers) {
    return IntStream.iterate(servers.nextRound(), servers::after).limit(3).toArray();
  }

  private HttpSender sender(String name) {
    return new HttpSender() {
      @Override
      public Outcome send(Request request) {
        return Outcome.success(200);
      }

      @Override
      public void close() {
        closed.add(name);
      }
    };
  }
}
