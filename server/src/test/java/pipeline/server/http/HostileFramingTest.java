package pipeline.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.Logged;

/**
 * Bytes that no well-behaved client would send: heads, lengths and chunks that are false, other
 * protocols, and requests that pass for something else. Nothing of them is published.
 */
class HostileFramingTest extends OnWordCount {
  private static final String CHUNKED = "Transfer-Encoding: chunked";
  private static final String HEAD = POST + "\r\nHost: x\r\n" + JSON + "\r\n";

  /** Has a server whose read deadline passes in no test. */
  HostileFramingTest() throws Exception {
    super("READ_DEADLINE_MS", "60000");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  /** Sends the head of a POST with these headers, and as much of what follows as is taken. */
  private RawHttp sending(String follows, String... headers) throws Exception {
    RawHttp http = connect();
    http.sendHead(ArrayUtils.addAll(new String[] {POST, "Host: x", JSON}, headers));
    http.sendWhatGoes(bytes(follows));
    return http;
  }

  @Test
  void anAnnouncedGigabyteIs413AtOnce() throws Exception {
    refused(413, send("POST", PATH, JSON, "Content-Length: 1073741824"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aLongBodyIs413ByCountedBytesAndClosed(boolean chunked) throws Exception {
    String body = "a".repeat(10_000_000);
    try (RawHttp http =
        chunked
            ? sending(("10000\r\n" + "a".repeat(0x10000) + "\r\n").repeat(40), CHUNKED)
            : sending(body, "Content-Length: " + body.length())) {
      refused(413, http.answer());
      assertThat(chunked ? "" : http.awaitEnd()).isEmpty();
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void bodiesOnTheirWayAreBoundedTogetherAndTheRestGets503() throws Exception {
    int sent = LIMIT / 4 + 1;
    // each body is held in a buffer of twice its size, since more of it is to come
    int most = BODIES_LIMIT / (2 * sent) + 1;
    List<RawHttp> slow = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      slow.add(sending("x".repeat(sent), "Content-Length: " + LIMIT));
    }
    await().until(() -> RawHttp.answered(slow).size() >= 20 - most);
    assertThat(RawHttp.answered(slow)).hasSizeLessThan(20);
    for (RawHttp http : RawHttp.answered(slow)) {
      http.answer().hasStatus(503);
    }
    for (RawHttp http : slow) {
      http.close();
    }
    await().until(() -> post("x".repeat(LIMIT)).status() == 400);
  }

  @Test
  void chunkedBodiesAndBodiesInPiecesAreReadAndWhatFollowsThemIsNotOfThem() throws Exception {
    try (RawHttp http = sending("c\r\n{\"message\":\"\r\n", CHUNKED)) {
      http.send(bytes("5\r\na b\"}\r\n0\r\n\r\n"));
      http.answer().hasBody("{\"message\":2}");
      http.sendHead(POST, "Host: x", JSON, "Content-Length: " + BODY.length());
      for (byte next : bytes(BODY)) {
        http.send(new byte[] {next});
      }
      http.answer().hasBody("{\"message\":1}");
      http.sendHead(POST, "Host: x", TEXT, "Content-Length: 3");
      http.send(bytes("a bc d\r\n\r\n"));
      http.answer().hasBody("{\"lines\":1,\"words\":2}");
      http.awaitEnd();
    }
  }

  @Test
  void bothLengthAndChunksAreOneRequestAtMostAndClosed() throws Exception {
    String smuggled = POST + "\r\nHost: x\r\n\r\n";
    try (RawHttp http =
        sending("f\r\n" + BODY + "\r\n0\r\n\r\n" + smuggled, "Content-Length: 4", CHUNKED)) {
      assertThat(http.answer().status()).isIn(200, 400);
      http.awaitEnd();
    }
    assertThat(publisher.published()).hasSizeLessThanOrEqualTo(1);
  }

  static Stream<String> ambiguousAndLongHeads() {
    return Stream.of(
            "Content-Length: 14\r\nContent-Length: 15",
            "Content-Length: +14",
            "Content-Length: -1",
            "Content-Length: 14,14",
            "Content-Length: 14\r\nFolded: a\r\n b",
            "Content-Length : 14",
            "Content-Length: 14\r\nHost: y",
            "Content-Length: 99999999999999999999",
            "Transfer-Encoding: xchunked",
            "Content-Length: 14" + "\r\nA: b".repeat(201),
            "Content-Length: 14\r\nA: " + "b".repeat(9_000))
        .map(headers -> HEAD + headers + "\r\n\r\n" + BODY);
  }

  static Stream<String> malformedChunksAndLongTrailers() {
    return Stream.of(
            "zz\r\n", "-5\r\nabcde\r\n", "5;", "ffffffffffff\r\n", "f\r\n" + BODY + "\r\n0\r\nA: ")
        .map(chunk -> HEAD + CHUNKED + "\r\n\r\n" + chunk + "x".repeat(1 << 20));
  }

  static Stream<String> otherProtocolsAndALongPath() {
    return Stream.of(
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
        "GET /server/" + "x".repeat(9_000) + " HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /server/health HTTP/9.9\r\n\r\n",
        "\u0000\u0001\u0002\u00ff\u00fe\r\n\r\n");
  }

  @ParameterizedTest
  @MethodSource({
    "ambiguousAndLongHeads",
    "malformedChunksAndLongTrailers",
    "otherProtocolsAndALongPath"
  })
  void whatIsNotHttpIsRefusedAndClosedWithAllThatFollows(String bytes) throws Exception {
    try (RawHttp http = connect()) {
      http.sendWhatGoes(ArrayUtils.addAll(bytes(bytes), RawHttp.post(BODY)));
      http.halfClose();
      assertThat(http.awaitEnd())
          .matches("(?s)(HTTP/1.1 (400|501|505) .*)?")
          .doesNotContain(" 200 ");
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void anUnknownExpectationIs417AndSaysSo() throws Exception {
    refused(417, send("POST", PATH, JSON, "Content-Length: 14", "Expect: a miracle"))
        .says("this expectation is not known here");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET / HTTP/1.1|Host: my_server:8080|The character [_] is never valid in a domain name."
            + "; Host: my_server:8080",
        "GET /{secret HTTP/1.1|Host: x|Invalid character found in the request target [...]",
        "GET / HTTP/1.1|Authorization : secret|The HTTP header line [authorization :...]",
        "GET / HTTP/1.1|X: y|Host is missing, given twice"
      })
  void whyAHeadIsMalformedIsInTheLogWithoutWhatMayBeSecret(String start, String header, String why)
      throws Exception {
    String line = "WARN ClosingListener: Tomcat answers 400: ";
    try (Logged log = new Logged()) {
      // the log has at most one line a second, however many requests come; the first may be of a
      // test before, since a request is logged after its answer
      long begin = System.nanoTime();
      await()
          .until(
              () -> {
                assertMalformed(start, header);
                return log.has(line + why);
              });
      for (int i = 0; i < 20; i++) {
        assertMalformed(start, header);
      }
      long seconds = 1 + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
      assertThat(log.lines())
          .hasSizeLessThanOrEqualTo((int) (1 + seconds))
          .allSatisfy(each -> assertThat(each).startsWith(line).doesNotContain("secret"));
    }
  }

  private void assertMalformed(String start, String header) throws Exception {
    try (RawHttp http = connect()) {
      http.sendHead(start, header);
      http.answer().hasStatus(400);
    }
  }

  @Test
  void aThousandPipelinedRequestsAreAnsweredInOrder() throws Exception {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      String line = "w v u t s r q p o".substring(0, Math.max(0, 2 * (i % 10) - 1));
      all.append(new String(RawHttp.post("{\"message\":\"" + line + "\"}"), ISO_8859_1));
    }
    try (RawHttp http = connect()) {
      http.send(bytes(all.toString()));
      for (int i = 0; i < 1_000; i++) {
        http.answer().hasBody("{\"message\":" + i % 10 + "}");
      }
    }
    assertThat(publisher.published()).hasSize(1_000);
  }

  @Test
  void anUpgradeIsIgnored() throws Exception {
    String[] upgrade = {
      "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"
    };
    send("GET", "/server/health", upgrade).hasStatus(200);
  }
}
