package pipeline.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.client.http.StubServer;
import pipeline.client.input.JsonTree;
import pipeline.client.load.StopSignal;
import pipeline.wire.identity.RunId;
import pipeline.wire.process.Console;

/** The whole program against a real HTTP server, with many lines a request. */
class LinesPerRequestTest {
  private static final String RUN = RunId.random(new SecureRandom()).toString();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path dir;

  @Test
  void manyLinesGoInOneRequestUnderTheKeyOfTheFirst() throws IOException {
    try (StubServer server = StubServer.answeringOk()) {
      String text = "a b\r\n\r\n\r\r\nc\rd\r\n\r\ne\r";
      assertThat(run(server, text, "1", "--lines-per-request", "3", "--repeat", "2")).isZero();

      assertThat(server.received())
          .extracting(LinesPerRequestTest::firstAndBody)
          .containsExactly("0 a b\n\r\r\nc\rd\n", "3 e\r\r\n", "4 a b\n\r\r\nc\rd\n", "7 e\r\r\n");
      assertThat(server.received())
          .extracting(StubServer.Received::path, StubServer.Received::contentType)
          .containsOnly(tuple("/server/textbody/wordcount", "text/plain; charset=utf-8"));
    }
    assertThat(out())
        .contains("Total number of successful requests: 4\n")
        .containsPattern(
            "\nThroughput: \\d+\\.\\d{2}\n-----\n"
                + "Total number of lines: 8\nLines per second: \\d+\\.\\d{2}\n$");
  }

  @Test
  void resumeRepeatsTheRanges() throws IOException {
    try (StubServer server = StubServer.answeringOk()) {
      String[] args = {"2", "--lines-per-request", "4", "--resume"};
      assertThat(run(server, "a\nb\nc\nd\ne\n", args)).isZero();
      assertThat(run(server, "a\nb\nc\nd\ne\n", args)).isZero();

      assertThat(server.received())
          .extracting(LinesPerRequestTest::firstAndBody)
          .containsExactlyInAnyOrder("0 a\nb\nc\nd\n", "0 a\nb\nc\nd\n", "4 e\n", "4 e\n");
    }
  }

  @Test
  void aRetryRepeatsTheRange() throws IOException {
    StubServer.Script firstRefused =
        (exchange, number) -> StubServer.answer(exchange, number == 0 ? 503 : 200);
    try (StubServer server = StubServer.scripted(firstRefused)) {
      assertThat(run(server, "a\nb\nc\nd\ne\n", "1", "--lines-per-request", "4")).isZero();

      assertThat(server.received())
          .extracting(LinesPerRequestTest::firstAndBody)
          .containsExactly("0 a\nb\nc\nd\n", "0 a\nb\nc\nd\n", "4 e\n");
    }
    assertThat(out()).contains("\nTotal number of lines: 5\n");
  }

  @Test
  void linesOfARequestThatWasGivenUpAreNotCounted() throws IOException {
    StubServer.Script firstRefused =
        (exchange, number) -> StubServer.answer(exchange, number == 0 ? 400 : 200);
    try (StubServer server = StubServer.scripted(firstRefused)) {
      assertThat(run(server, "a\nb\nc\nd\ne\n", "1", "--lines-per-request=2")).isOne();
    }
    assertThat(out()).contains("successful requests: 2\n", "\nTotal number of lines: 3\n");
  }

  @Test
  void everyOutputKnowsLines() throws IOException {
    Path json = dir.resolve("run.json");
    Path csv = dir.resolve("run.csv");
    try (StubServer server = StubServer.answeringOk()) {
      String[] args = {"1", "--lines-per-request", "2", "--expect", "lines=5,lines/s>1000000"};
      String[] outputs = {"--json", json.toString(), "--csv", csv.toString()};
      assertThat(run(server, "a\nb\nc\nd\ne\n", ArrayUtils.addAll(args, outputs))).isOne();
    }
    assertThat(err.toString(UTF_8))
        .contains("expected lines/s>1000000")
        .doesNotContain("expected lines=5");
    JsonTree result = JsonTree.parse(Files.readAllBytes(json));
    assertThat(result.at("run", "linesPerRequest").whole()).hasValue(2);
    assertThat(result.at("steps").elements().get(0).at("lines").whole()).hasValue(5);
    assertThat(Files.readAllLines(csv)).first().isEqualTo("start_ms,type,latency_ms,code,lines");
    assertThat(Files.readAllLines(csv).stream().skip(1))
        .extracting(row -> row.substring(row.lastIndexOf(',') + 1))
        .containsExactly("2", "2", "1");
  }

  private static String firstAndBody(StubServer.Received received) {
    String first = received.key().substring(RUN.length() + 1);
    return first + " " + new String(received.body(), UTF_8);
  }

  private int run(StubServer server, String text, String... args) throws IOException {
    Path file = Files.writeString(dir.resolve("lines.txt"), text);
    String[] more = {"--run-id", RUN, "--url", server.url()};
    String[] all = ArrayUtils.addAll(ArrayUtils.addFirst(args, file.toString()), more);
    Console console =
        new Console(
            "client", new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false);
    return Main.run(all, Map.of(), console, new StopSignal());
  }

  private String out() {
    return out.toString(UTF_8);
  }
}
