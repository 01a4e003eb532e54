package pipeline.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.apache.commons.lang3.function.Failable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.http.StubServer;
import pipeline.client.input.JsonTree;
import pipeline.testkit.process.FullDevice;

/** A run ends with its block, its exit code, and a line on stderr for each thing that was wrong. */
class MainTest extends WholeProgram {
  private static final String BLOCK =
      "(?s)All %s threads .* of successful requests: %s\n.* of unsuccessful requests: %s\nMean .*"
          + "Throughput: \\d+\\.\\d{2}\n-----\n";

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
    write("\n\n" + String.join("\n\n", lines));

    assertThat(run(server, "FILE 4")).isZero();

    assertThat(server.received().stream().map(received -> message(received.body())))
        .containsExactlyInAnyOrderElementsOf(lines);
    assertThat(server.keys()).containsExactlyInAnyOrderElementsOf(keys(10));
    assertThat(server.received())
        .extracting(r -> r.method() + " " + r.path() + " " + r.contentType())
        .containsOnly("POST /server/textbody/wordcount application/json");
    assertThat(out()).matches(BLOCK.formatted(4, 10, 0));
  }

  @Test
  void aRunThatAServerHasForgottenEndsAtItsFirst409WithOneLine() throws IOException {
    write("a\n".repeat(1_000));
    server.answersFirst(200, 200, 409);
    assertThat(run(server, "FILE 1")).isOne();

    assertThat(server.received()).hasSize(3);
    assertThat(told())
        .containsExactly(
            "client: stopped early: the run is refused at %s: HTTP 409 {\"message\":1}"
                .formatted(server.url()));
    assertThat(out()).matches(BLOCK.formatted(1, 2, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"fa-IR", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "de-DE", "tr-TR"})
  void numbersHaveAsciiDigitsAndAPointInEveryLocale(String tag) throws IOException {
    write("a\nb\n");
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag(tag));
    try {
      String options = "--gets 50 --warmup=0.001 --json DIR/json --csv DIR/csv";
      assertThat(run(server, "FILE 1,2 --lines-per-request=2 " + options)).isZero();
    } finally {
      Locale.setDefault(before);
    }
    String files = Files.readString(dir.resolve("json")) + Files.readString(dir.resolve("csv"));
    assertThat(out()).containsPattern("Mean response time : \\d+\\.\\d{4} ms");
    assertThat(out() + err() + files)
        .matches("(?s)\\p{ASCII}*")
        .doesNotContainPattern("\\d,\\d{4} ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--csv", "--json", "--report"})
  void aFullDiskIsOneLineAndNoSuccess(String option) throws IOException {
    Path full = FullDevice.in(dir);
    assertThat(run(server, "FILE 1 " + option + " DIR/full")).isOne();
    assertThat(told())
        .containsExactly("client: " + full + " cannot be written: No space left on device");
  }

  @Test
  void anEmptyFileIsARunOfNothing() throws IOException {
    write("\n\n");

    assertThat(run(server, "FILE 3")).isZero();

    assertThat(server.received()).isEmpty();
    assertThat(server.ends()).isEmpty();
    assertThat(out())
        .matches(BLOCK.formatted(3, 0, 0))
        .contains("Mean response time : 0.0000 ms", "Max response time : 0.0000 ms", "put: 0.00");
  }

  @Test
  void eachThreadHasARequestInFlightOnAConnectionOfItsOwnAndAllEnd() throws IOException {
    write("a\n".repeat(64));
    CountDownLatch together = new CountDownLatch(8);
    Set<Integer> ports = ConcurrentHashMap.newKeySet();
    Set<String> threads = ConcurrentHashMap.newKeySet();
    server.answers(
        (exchange, number) -> {
          ports.add(exchange.getRemoteAddress().getPort());
          threads.addAll(workers());
          together.countDown();
          StubServer.await(together);
          StubServer.answer(exchange, together.getCount() == 0 ? 200 : 500);
        });
    assertThat(run(server, "FILE 8")).isZero();
    assertThat(ports).hasSize(8);
    assertThat(threads)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(1, 8).mapToObj(i -> "client-worker-" + i).toList());
    await().until(() -> workers().isEmpty());
  }

  private static List<String> workers() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("client-worker-"))
        .toList();
  }

  private static String message(byte[] body) {
    return Failable.call(() -> JsonTree.parse(body)).at("message").text().orElseThrow();
  }

  private static final String TOKEN = "0123456789s3cret~!";

  private final List<String> shown = new CopyOnWriteArrayList<>();

  @Test
  void everyRequestShowsTheTokenAndNothingWritesIt() throws Exception {
    assertThat(runWithToken(TOKEN, " --gets 50 --json=DIR/run.json --report=DIR/run.html"))
        .isZero();

    assertThat(shown)
        .contains("POST Bearer " + TOKEN, "GET Bearer " + TOKEN)
        .allMatch(header -> header.endsWith(" Bearer " + TOKEN));
    String files =
        Files.readString(dir.resolve("run.json")) + Files.readString(dir.resolve("run.html"));
    assertThat(out() + err() + files).contains("successful requests").doesNotContain(TOKEN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"two\nlines", "carriage\r", "a blank", " ", "tab\t", "\u00fcmlaut", "\u007f"})
  void aTokenThatNoHeaderCanCarryIsRefusedUnseen(String token) throws IOException {
    assertThat(runWithToken(token, "")).isEqualTo(2);

    assertThat(out() + err())
        .isEqualTo(
            "client: API_TOKEN must be visible ASCII characters on one line, without blanks\n");
    assertThat(shown).isEmpty();
  }

  private int runWithToken(String token, String options) throws IOException {
    env.put("API_TOKEN", token);
    server.answers(
        (exchange, number) -> {
          String header = exchange.getRequestHeaders().getFirst("Authorization");
          shown.add(exchange.getRequestMethod() + " " + header);
          StubServer.answer(exchange, 200);
        });
    return run(server, "--workload=lift-rides 2 --requests 20" + options);
  }
}
