package pipeline.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.http.StubServer;
import pipeline.client.load.StopSignal;
import pipeline.wire.process.Console;

/** The whole program with {@code --path}, against real HTTP servers of other programs. */
@Timeout(60)
class ForeignServerTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path dir;
  private String file;

  @BeforeEach
  void writeFile() throws IOException {
    file = Files.writeString(dir.resolve("three.txt"), "a\n\nb c\nd\n").toString();
  }

  @ParameterizedTest
  @CsvSource({"200,OK", "201,''", "202,<html>", "200,{}"})
  void everyLineIsPostedThereAndWhateverA2xxSaysIsASuccess(int status, String answer)
      throws IOException {
    try (StubServer server = answering(status, answer)) {
      assertThat(run(server, "--path", "/words/count?by=line")).isZero();

      assertThat(server.received())
          .extracting(StubServer.Received::path)
          .containsOnly("/server/words/count?by=line");
      assertThat(server.received())
          .extracting(received -> new String(received.body(), UTF_8))
          .containsExactlyInAnyOrder(
              "{\"message\":\"a\"}", "{\"message\":\"b c\"}", "{\"message\":\"d\"}");
      assertThat(server.keys()).doesNotContainNull().doesNotHaveDuplicates();
      assertThat(server.ends()).isEmpty();
    }
    assertThat(err.toString(UTF_8).lines()).hasSize(1);
  }

  @Test
  void withoutKeysNoneIsSent() throws IOException {
    try (StubServer server = answering(200, "OK")) {
      assertThat(run(server, "--path", "/", "--no-key")).isZero();

      assertThat(server.keys()).hasSize(3).containsOnlyNulls();
    }
  }

  @Test
  void manyLinesAreOneRequestThereToo() throws IOException {
    try (StubServer server = answering(200, "OK")) {
      assertThat(run(server, "--path", "/words", "--lines-per-request", "2")).isZero();

      assertThat(server.received())
          .extracting(received -> new String(received.body(), UTF_8))
          .containsExactlyInAnyOrder("a\nb c\n", "d\n");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 400, 404, 409})
  void whatIsNo2xxFailsThatRequestAlone(int status) throws IOException {
    StubServer.Script firstRefused =
        (exchange, number) -> StubServer.answer(exchange, number == 0 ? status : 200, "OK");
    try (StubServer server = StubServer.scripted(firstRefused)) {
      assertThat(run(server, "--path", "/words")).isOne();

      assertThat(server.received()).hasSize(3);
    }
    assertThat(out.toString(UTF_8)).contains("Total number of unsuccessful requests: 1\n");
  }

  @ParameterizedTest
  @CsvSource({
    "'--path words', '--path must look like /any/path, with %XX for what no URL has'",
    "'--path /a#b', '--path must look like /any/path'",
    "'--path /%4', '--path must look like /any/path'",
    "'--path http://localhost/x', '--path must look like /any/path'",
    "'--no-key', '--no-key needs --path'",
    "'--path /x --no-key --resume --run-id 0', '--resume and --no-key exclude each other'",
    "'--path /x --gets 5', '--gets and --path exclude each other'",
    "'--path /x --workload swipes', 'swipes takes N'"
  })
  void whatMakesNoSenseIsRefusedInOneLine(String options, String message) throws IOException {
    try (StubServer server = answering(200, "OK")) {
      assertThat(run(server, options.split(" ", -1))).isEqualTo(2);

      assertThat(server.received()).isEmpty();
    }
    assertThat(err.toString(UTF_8)).startsWith("client: " + message);
    assertThat(err.toString(UTF_8).lines()).hasSize(1);
  }

  private static StubServer answering(int status, String body) throws IOException {
    return StubServer.scripted((exchange, number) -> StubServer.answer(exchange, status, body));
  }

  private int run(StubServer server, String... options) {
    Console console =
        new Console(
            "client", new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false);
    String[] args = ArrayUtils.addAll(new String[] {file, "1", "--url", server.url()}, options);
    return Main.run(args, Map.of(), console, new StopSignal());
  }
}
