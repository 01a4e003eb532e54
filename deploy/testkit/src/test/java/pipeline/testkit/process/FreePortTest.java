package pipeline.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreePortTest {
  /** The number of ports, of 12,768 in all: some would be the same if only drawn at random. */
  private static final int MANY = 500;

  @Test
  void nobodyListensThere() throws IOException {
    try (ServerSocket socket = new ServerSocket(FreePort.find(), 1, loopback())) {
      assertThat(socket.getInetAddress()).isEqualTo(loopback());
    }
  }

  @Test
  void noPortIsGivenTwice() throws IOException {
    List<Integer> given = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      given.add(FreePort.find());
    }

    assertThat(given).doesNotHaveDuplicates().allMatch(port -> port >= 20_000 && port < 32_768);
  }

  private static InetAddress loopback() {
    return InetAddress.getLoopbackAddress();
  }
}
