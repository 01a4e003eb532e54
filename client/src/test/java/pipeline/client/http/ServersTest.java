package pipeline.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
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
  void oneThatDoesNotCloseDoesNotKeepTheOthersOpen() {
    Servers servers = new Servers(List.of("bad", "b"), List.of(sender("bad"), sender("b")));

    assertThatThrownBy(servers::close).hasMessage("bad");
    assertThat(closed).containsExactly("b");
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
      public void close() throws IOException {
        if (name.equals("bad")) {
          throw new IOException(name);
        }
        closed.add(name);
      }
    };
  }
}
