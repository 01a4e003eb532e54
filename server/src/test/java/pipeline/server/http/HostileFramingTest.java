package pipeline.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.Logged;

/**
 * Bytes that no well-behaved client would send: heads, lengths and chunks that are false, other
 * protocols, and requests that pass for something else. Nothing of them is published.
 */
class HostileFramingTest extends OnWordCount {
  private static final String CHUNKED = "Transfer-Encoding: chunked";

  HostileFramingTest() throws Exception {}

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  /** Sends the head of a POST with these headers, and as much of what follows as is taken. */
  private RawHttp sending(String follows, String... headers) throws Exception {
    RawHttp http = server.connect();
    http.sendHead(ArrayUtils.addAll(new String[] {POST, "Host: x", JSON}, headers));
    http.sendWhatGoes(bytes(follows));
    return http;
  }

  @Test
  void anAnnouncedGigabyteIs413AtOnce() throws Exception {
    refused(413, server.send("POST", PATH, JSON, "Content-Length: 1073741824"));
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
      assertThat(chunked || http.isClosed()).isTrue();
    }
    assertNothingPublishedAndAlive();
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
      assertThat(http.isClosedAfterAnything()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 14|Content-Length: 15",
        "Content-Length: +14",
        "Content-Length: -1",
        "Content-Length: 14,14",
        "Content-Length: 14|Folded: a\r\n b",
        "Content-Length : 14",
        "Content-Length: 14|Host: y",
        "Content-Length: 99999999999999999999",
        "Transfer-Encoding: xchunked"
      })
  void ambiguousHeadsAre400Or501AndClosed(String headers) throws Exception {
    try (RawHttp http = sending(BODY, headers.split("\\|", -1))) {
      assertThat(http.answer().status()).isIn(400, 501);
      assertThat(http.isClosed()).isTrue();
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void bothLengthAndChunksAreOneRequestAtMostAndClosed() throws Exception {
    String smuggled = POST + "\r\nHost: x\r\n\r\n";
    try (RawHttp http =
        sending("f\r\n" + BODY + "\r\n0\r\n\r\n" + smuggled, "Content-Length: 4", CHUNKED)) {
      assertThat(http.answer().status()).isIn(200, 400);
      assertThat(http.isClosedAfterAnything()).isTrue();
    }
    assertThat(server.publisher().published()).hasSizeLessThanOrEqualTo(1);
  }

  /** Tomcat allows no answer to a body that it could not read without blocking. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "zz\r\n",
        "-5\r\nabcde\r\n",
        "5;",
        "ffffffffffff\r\n",
        "f\r\n{\"message\":\"a\"}\r\n0\r\nA: ",
      })
  void malformedChunksAndLongTrailersAreRefusedAndClosed(String chunk) throws Exception {
    try (RawHttp http = sending(chunk + "x".repeat(1 << 20), CHUNKED)) {
      assertThat(http.isClosedAfterAnything()).isTrue();
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void tooManyOrTooLongHeadersAre400() throws Exception {
    String[] many = new String[201];
    Arrays.fill(many, "A: b");
    refused(400, server.send("POST", PATH, many));
    refused(400, server.send("POST", PATH, "A: " + "b".repeat(9_000)));
    refused(400, server.send("GET", "/server/" + "x".repeat(9_000)));
    assertNothingPublishedAndAlive();
  }

  @Test
  void anUnknownExpectationIs417AndSaysSo() throws Exception {
    refused(417, server.send("POST", PATH, JSON, "Content-Length: 14", "Expect: a miracle"))
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
    try (RawHttp http = server.connect()) {
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
    try (RawHttp http = server.connect()) {
      http.send(bytes(all.toString()));
      for (int i = 0; i < 1_000; i++) {
        http.answer().hasBody("{\"message\":" + i % 10 + "}");
      }
    }
    assertThat(server.publisher().published()).hasSize(1_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
        "GET /server/health HTTP/9.9\r\n\r\n",
        "\u0000\u0001\u0002\u00ff\u00fe\r\n\r\n"
      })
  void whatIsNotHttpIsClosed(String noise) throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendWhatGoes(bytes(noise));
      http.halfClose();
      assertThat(http.isClosedAfterAnything()).isTrue();
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void anUpgradeIsIgnored() throws Exception {
    String[] upgrade = {
      "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"
    };
    server.send("GET", "/server/health", upgrade).hasStatus(200);
  }

  @Test
  void whatLooksLikeALogEntryIsOnlyData() throws Exception {
    String line = "\\r\\n12:00:00 ERROR forged \\u001b[31m ${jndi:ldap://x/y}";
    post("{\"message\":\"" + line + "\"}").hasBody("{\"message\":5}");
    assertThat(published().get(0)).containsKeys("${jndi:ldap://x/y}", "\u001b[31m");
  }
}
