package pipeline.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Clients that send and send and read no answer, until the server's writes to them block, and
 * clients that have gone when their answer is sent.
 */
class UnreadAnswersIT extends OnRealBroker {
  private static final int CLIENTS_WHO_DO_NOT_READ = 3;
  private static final int MOST_REQUESTS = 400_000;
  private static final byte[] GOOD = RawHttp.post("{\"message\":\"a\"}");

  /** Unlike most refusals, one that leaves the connection open. */
  private static final byte[] NOT_FOUND = RawHttp.post("/server/nothing", new byte[0]);

  @Test
  void othersAreAnsweredWhileLanesAreHeldByAnswers() throws Exception {
    othersAreAnsweredWhileLanesAreHeld(GOOD);
  }

  @Test
  void othersAreAnsweredWhileLanesAreHeldByRefusalsOfNextRequests() throws Exception {
    othersAreAnsweredWhileLanesAreHeld(GOOD, NOT_FOUND);
  }

  private void othersAreAnsweredWhileLanesAreHeld(byte[]... requests) throws Exception {
    try (RunningServer server = upServer()) {
      List<Socket> unread = new ArrayList<>();
      try {
        for (int i = 0; i < CLIENTS_WHO_DO_NOT_READ; i++) {
          unread.add(sendWithoutReading(server.port(), requests));
        }
        await().atMost(PATIENCE).until(() -> lanes() > 1);
        for (int i = 0; i < 20; i++) {
          assertThat(server.post(KEY, "a").statusCode()).isEqualTo(200);
        }
        assertThat(lanes()).isGreaterThan(1);
      } finally {
        for (Socket socket : unread) {
          socket.close();
        }
      }
      await().atMost(PATIENCE).until(() -> lanes() == 1);
      assertThat(server.post(KEY, "a").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void othersGetTheirOwnAnswersWhileClientsGo() throws Exception {
    try (RunningServer server = upServer()) {
      long before = openFiles();
      for (int i = 0; i < 200; i++) {
        for (int gone = 0; gone < 5; gone++) {
          RawHttp http = new RawHttp(server.port());
          http.send(RawHttp.post("{\"message\":\"a\"}"));
          http.reset();
        }
        HttpResponse<String> answer = server.post(KEY, "a b c");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"message\":3}");
      }
      await().atMost(PATIENCE).until(() -> openFiles() < before + 50);
    }
    assertThat(messages()).isGreaterThanOrEqualTo(200);
  }

  /** Of this process, thus of the server too, whose connections are among them. */
  private static long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  private static long lanes() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("publisher-lane"))
        .count();
  }

  private static Socket sendWithoutReading(int port, byte[]... requests) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4 << 10);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    Thread sender =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < MOST_REQUESTS; i++) {
                  socket.getOutputStream().write(requests[i % requests.length]);
                }
              } catch (IOException e) {
                // the test has seen enough and closed it, or the server has
              }
            },
            "unread-client");
    sender.setDaemon(true);
    sender.start();
    return socket;
  }
}
