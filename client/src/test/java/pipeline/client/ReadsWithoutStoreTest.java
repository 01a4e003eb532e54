package pipeline.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.client.http.StubServer;
import pipeline.client.load.StopSignal;
import pipeline.wire.process.Console;

/** A server that has no store to read is found out before a line is sent. */
@Timeout(60)
class ReadsWithoutStoreTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path dir;

  @Test
  void readsOfAServerWithoutAStoreAreRefusedBeforeALineIsSent() throws Exception {
    Path file = Files.writeString(dir.resolve("a.txt"), "a\n");
    try (StubServer server =
        StubServer.scripted(
            (exchange, number) ->
                StubServer.answer(
                    exchange,
                    exchange.getRequestMethod().equals("GET") ? 501 : 200,
                    "{\"message\":\"no store\"}"))) {
      PrintStream none = new PrintStream(new ByteArrayOutputStream(), true, UTF_8);
      String[] args = {file.toString(), "1", "--url", server.url(), "--gets", "50"};
      Console console = new Console("client", none, new PrintStream(err, true, UTF_8), false);

      assertThat(Main.run(args, Map.of(), console, new StopSignal())).isEqualTo(2);

      assertThat(server.received()).extracting(StubServer.Received::method).containsExactly("GET");
      assertThat(err.toString(UTF_8))
          .contains("client: --gets finds nothing to read: HTTP 501 ", "no store");
    }
  }
}
