package pipeline.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.http.StubServer;
import pipeline.client.input.JsonTree;
import pipeline.client.load.RetryPolicy;
import pipeline.client.load.StopSignal;
import pipeline.wire.identity.RunId;
import pipeline.wire.process.Console;

/** The whole program against a real HTTP server. */
class MainTest {
  private static final String BLOCK =
      """
      All %s threads processing completed!
      -----
      -----STATS-----
      Total number of successful requests: %s
      Total number of unsuccessful requests: %s
      Mean response time : \\d+\\.\\d{4} ms
      Median response time : \\d+\\.\\d{4} ms
      99th Percentile response time : \\d+\\.\\d{4} ms
      Max response time : \\d+\\.\\d{4} ms
      Total wall time: \\d+ ms
      Throughput: \\d+\\.\\d{2}
      -----
      """;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final StopSignal stop = new StopSignal();

  @TempDir private Path dir;

  @Test
  void everyNonEmptyLineArrivesOnceByteForByte() throws IOException {
    List<String> lines =
        List.of(
            "plain words",
            "\ttab and \"quotes\" and back\\slash",
            "\rlone \r carriage returns",
            "nul \0 bell \u0007 delete \u007f",
            "emoji \ud83d\ude00 and \u2028 separator",
            "\ufeffbom",
            "trailing blanks   ",
            "   ",
            "w".repeat(1_000_000),
            "last line without an end");
    Path file = dir.resolve("tricky.txt");
    Files.writeString(file, "\n\n" + String.join("\n\n", lines), UTF_8);

    try (StubServer server = StubServer.answeringOk()) {
      assertThat(run(file.toString(), "4", "--url", server.url())).isZero();

      assertThat(server.received().stream().map(received -> message(received.body())))
          .containsExactlyInAnyOrderElementsOf(lines);
    }
    assertThat(out()).matches(BLOCK.formatted(4, 10, 0));
  }

  @Test
  void linesOfAWindowsFileArePostedWithoutTheirEndsAndTheEmptyOnesNot() throws IOException {
    Path file = Files.writeString(dir.resolve("dos.txt"), "a b\r\n\r\n\r\r\nc\rd\r\n\r\ne\r");

    try (StubServer server = StubServer.answeringOk()) {
      assertThat(run(file.toString(), "1", "--url", server.url(), "--repeat", "2")).isZero();

      assertThat(server.received().stream().map(received -> message(received.body())))
          .containsExactly("a b", "\r", "c\rd", "e\r", "a b", "\r", "c\rd", "e\r");
      assertThat(server.keys())
          .containsExactlyElementsOf(
              IntStream.range(0, 8).mapToObj(i -> runId() + "-" + i).toList());
    }
  }

  @Test
  void requestsFollowTheApi() throws IOException {
    Path file = Files.writeString(dir.resolve("two.txt"), "a b\nc d\n");
    String runId = RunId.random(new SecureRandom()).toString();
    String typed = runId.substring(0, 16).toUpperCase(Locale.ROOT) + runId.substring(16);

    try (StubServer server = StubServer.answeringOk()) {
      assertThat(run(file.toString(), "1", "--url", server.url(), "--run-id", typed)).isZero();

      assertThat(server.keys()).containsExactly(runId + "-0", runId + "-1");
      StubServer.Received first = server.received().get(0);
      assertThat(first.method()).isEqualTo("POST");
      assertThat(first.path()).isEqualTo("/server/textbody/wordcount");
      assertThat(first.contentType()).isEqualTo("application/json");
      assertThat(new String(first.body(), UTF_8)).isEqualTo("{\"message\":\"a b\"}");
    }
  }

  @Test
  void repeatSendsTheFileAgainUnderNewKeys() throws IOException {
    Path file = Files.writeString(dir.resolve("two.txt"), "a\n\nb\n");

    try (StubServer server = StubServer.answeringOk()) {
      assertThat(run(file.toString(), "8", "--url", server.url(), "--repeat", "50")).isZero();

      assertThat(server.received().stream().filter(r -> message(r.body()).equals("a"))).hasSize(50);
      List<String> expected = IntStream.range(0, 100).mapToObj(i -> runId() + "-" + i).toList();
      assertThat(server.keys()).containsExactlyInAnyOrderElementsOf(expected);
    }
    assertThat(out()).matches(BLOCK.formatted(8, 100, 0));
  }

  @Test
  void resumeRepeatsTheKeysOfTheRun() throws IOException {
    Path file = Files.writeString(dir.resolve("three.txt"), "a\nb\nc\n");

    try (StubServer server = StubServer.answeringOk()) {
      String[] first = {file.toString(), "2", "--url", server.url()};
      assertThat(run(first)).isZero();
      List<String> firstKeys = server.keys();
      assertThat(run(file.toString(), "1", "--url", server.url(), "--run-id", runId(), "--resume"))
          .isZero();

      assertThat(server.keys().subList(3, 6)).containsExactlyInAnyOrderElementsOf(firstKeys);
    }
  }

  @Test
  void retriesA503UnderTheSameKey() throws IOException {
    Path file = Files.writeString(dir.resolve("one.txt"), "a\n");
    StubServer.Script firstRefused =
        (exchange, number) -> StubServer.answer(exchange, number == 0 ? 503 : 200);

    Path json = dir.resolve("run.json");
    try (StubServer server = StubServer.scripted(firstRefused)) {
      assertThat(run(file.toString(), "1", "--url", server.url(), "--json", json.toString()))
          .isZero();

      assertThat(server.keys()).hasSize(2).containsOnly(runId() + "-0");
    }
    assertThat(out()).matches(BLOCK.formatted(1, 1, 0));
    assertThat(err()).contains("1 x HTTP 503 {\"message\":1}", "retries: 1");
    JsonTree step = JsonTree.parse(Files.readAllBytes(json)).at("steps").elements().get(0);
    double shortestBackoff = RetryPolicy.DEFAULT_FIRST_BACKOFF.toMillis() / 2.0;
    assertThat(step.at("longestWait").number().orElseThrow())
        .isGreaterThan(step.at("latency", "max").number().orElseThrow() + shortestBackoff);
  }

  @Test
  void aRefusedRequestIsNotRepeatedAndTheRestIsSent() throws IOException {
    Path file = Files.writeString(dir.resolve("three.txt"), "a\nb\nc\n");
    StubServer.Script secondRefused =
        (exchange, number) ->
            StubServer.answer(exchange, number == 1 ? 400 : 200, "{\"message\":\"no\"}");

    try (StubServer server = StubServer.scripted(secondRefused)) {
      assertThat(run(file.toString(), "1", "--url", server.url())).isOne();

      assertThat(server.received()).hasSize(3);
    }
    assertThat(out()).matches(BLOCK.formatted(1, 2, 1));
    assertThat(err()).contains("1 x HTTP 400 {\"message\":\"no\"}");
  }

  @Test
  void aRunThatAServerHasForgottenEndsAtItsFirst409WithOneLine() throws IOException {
    Path file = Files.writeString(dir.resolve("lines.txt"), "a\n".repeat(1_000));
    StubServer.Script forgottenAfterTwo =
        (exchange, number) ->
            StubServer.answer(exchange, number < 2 ? 200 : 409, "{\"message\":\"too old\"}");

    try (StubServer server = StubServer.scripted(forgottenAfterTwo)) {
      assertThat(run(file.toString(), "1", "--url", server.url())).isOne();

      assertThat(server.received()).hasSize(3);
      assertThat(err().lines().skip(1))
          .containsExactly(
              "client: stopped early: the run is refused at %s: HTTP 409 {\"message\":\"too old\"}"
                  .formatted(server.url()));
    }
    assertThat(out()).matches(BLOCK.formatted(1, 2, 1));
  }

  @Test
  void aServerThatIsAskedTooMuchIsAskedAgainWhenItSays() throws IOException {
    Path file = Files.writeString(dir.resolve("one.txt"), "a\n");
    StubServer.Script overBudgetAtFirst =
        (exchange, number) -> {
          exchange.getResponseHeaders().add("Retry-After", "2");
          StubServer.answer(exchange, number == 0 ? 429 : 200);
        };

    long start = System.nanoTime();
    try (StubServer server = StubServer.scripted(overBudgetAtFirst)) {
      assertThat(run(file.toString(), "1", "--url", server.url())).isZero();

      assertThat(server.keys()).hasSize(2).containsOnly(runId() + "-0");
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(2));
  }

  @Test
  void whatAServerSaysDrivesNoTerminal() throws IOException {
    Path file = Files.writeString(dir.resolve("one.txt"), "a\n");
    StubServer.Script hostile =
        (exchange, number) ->
            StubServer.answer(exchange, 400, "\u001b[2J red\u009b31m \u202egnp\u0007.exe");

    try (StubServer server = StubServer.scripted(hostile)) {
      assertThat(run(file.toString(), "1", "--url", server.url())).isOne();
    }
    assertThat(err()).contains("client: 1 x HTTP 400 ?[2J red?31m ?gnp?.exe\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fa-IR", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "de-DE", "tr-TR"})
  void numbersHaveAsciiDigitsAndAPointInEveryLocale(String tag) throws IOException {
    Path file = Files.writeString(dir.resolve("two.txt"), "a\nb\n");
    Path json = dir.resolve("run.json");
    Path csv = dir.resolve("run.csv");
    Path hlog = dir.resolve("run.hlog");
    Path hgrm = dir.resolve("run.hgrm");
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag(tag));
    try (StubServer server = StubServer.answeringOk()) {
      String[] shape = {file.toString(), "1,2", "--url", server.url(), "--lines-per-request=2"};
      String[] first = {"--json", json.toString(), "--csv", csv.toString(), "--gets", "50"};
      String[] second = {"--hlog", hlog.toString(), "--hgrm", hgrm.toString(), "--warmup=0.001"};
      assertThat(run(ArrayUtils.addAll(ArrayUtils.addAll(shape, first), second))).isZero();
      assertThat(run("compare", json.toString(), json.toString())).isZero();
    } finally {
      Locale.setDefault(before);
    }
    String files = "";
    for (Path written : List.of(json, csv, hlog, hgrm)) {
      files += Files.readString(written);
    }
    assertThat(out()).containsPattern("Mean response time : \\d+\\.\\d{4} ms");
    assertThat(out() + err() + files)
        .matches("(?s)\\p{ASCII}*")
        .doesNotContainPattern("\\d,\\d{4} ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"@lines.txt", "two\nlines.txt", "-- lines", "*?.txt", " "})
  void anyNameOfAFileWillDo(String name) throws IOException {
    Path file = Files.writeString(dir.resolve(name), "a b\n");

    try (StubServer server = StubServer.answeringOk()) {
      assertThat(run(file.toString(), "1", "--url", server.url())).isZero();

      assertThat(server.received()).hasSize(1);
    }
  }

  @Test
  void anEmptyFileIsARunOfNothing() throws IOException {
    Path file = Files.writeString(dir.resolve("empty.txt"), "\n\n");

    assertThat(run(file.toString(), "3", "--url", "http://localhost:1")).isZero();

    assertThat(out())
        .matches(BLOCK.formatted(3, 0, 0))
        .contains("Mean response time : 0.0000 ms", "Max response time : 0.0000 ms", "put: 0.00");
  }

  @Test
  void aStopBeforeTheEndIsNotASuccess() throws IOException {
    Path file = Files.writeString(dir.resolve("three.txt"), "a\nb\nc\n");
    StubServer.Script interruptsTheRun =
        (exchange, number) -> {
          stop.request("interrupted");
          StubServer.answer(exchange, 200);
        };

    try (StubServer server = StubServer.scripted(interruptsTheRun)) {
      assertThat(run(file.toString(), "1", "--url", server.url())).isOne();

      assertThat(server.received()).hasSize(1);
    }
    assertThat(out()).matches(BLOCK.formatted(1, 1, 0));
    assertThat(err()).contains("stopped early: interrupted");
  }

  private int run(String... args) {
    Console console =
        new Console(
            "client", new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false);
    return Main.run(args, Map.of(), console, stop);
  }

  private String out() {
    return out.toString(UTF_8);
  }

  private String err() {
    return err.toString(UTF_8);
  }

  /** The program's first line on stderr names the run. */
  private String runId() {
    return err().lines().findFirst().orElseThrow().substring("run ".length());
  }

  private static String message(byte[] body) {
    try (JsonParser parser = new JsonFactory().createParser(body)) {
      parser.nextToken();
      parser.nextToken();
      return parser.nextTextValue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
