package pipeline.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.Logged;

/** Heads, lengths and chunks that are false. */
class HostileFramingTest extends HostileClient {

  @Test
  void anAnnouncedGigabyteIs413AtOnce() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(POST, "Host: x", JSON, "Content-Length: 1073741824");
      assertThat(http.answer().status()).isEqualTo(413);
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void tenMegabytesAre413() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(POST, "Host: x", JSON, "Content-Length: 10000000");
      http.sendWhatGoes(new byte[10_000_000]);
      assertThat(http.answer().status()).isEqualTo(413);
      assertThat(http.isClosed()).isTrue();
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void chunksWithoutEndAre413ByCountedBytes() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(POST, "Host: x", JSON, "Transfer-Encoding: chunked");
      byte[] chunk = ("10000\r\n" + "a".repeat(0x10000) + "\r\n").getBytes(ISO_8859_1);
      for (int i = 0; i < 40; i++) {
        http.sendWhatGoes(chunk);
      }
      assertThat(http.answer().status()).isEqualTo(413);
      assertThat(http.isClosed()).isTrue();
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void chunkedBodiesAndBodiesInPiecesAreRead() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(POST, "Host: x", JSON, "Transfer-Encoding: chunked");
      http.send("c\r\n{\"message\":\"\r\n".getBytes(ISO_8859_1));
      http.send("5\r\na b\"}\r\n0\r\n\r\n".getBytes(ISO_8859_1));
      assertThat(http.answer().body()).isEqualTo("{\"message\":2}");
      http.sendHead(POST, "Host: x", JSON, "Content-Length: " + BODY.length());
      for (byte next : BODY.getBytes(ISO_8859_1)) {
        http.send(new byte[] {next});
      }
      assertThat(http.answer().body()).isEqualTo("{\"message\":1}");
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
      })
  void ambiguousHeadsAre400AndClosed(String headers) throws Exception {
    try (RawHttp http = server.connect()) {
      List<String> lines = new ArrayList<>(List.of(POST, "Host: x", JSON));
      lines.addAll(Arrays.asList(headers.split("\\|", -1)));
      http.sendHead(lines.toArray(new String[0]));
      http.sendWhatGoes(BODY.getBytes(ISO_8859_1));
      assertThat(http.answer().status()).isEqualTo(400);
      assertThat(http.isClosed()).isTrue();
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void anUnknownTransferEncodingIs501AndClosed() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(POST, "Host: x", JSON, "Transfer-Encoding: xchunked");
      assertThat(http.answer().status()).isIn(400, 501);
      assertThat(http.isClosed()).isTrue();
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void bothLengthAndChunksAreOneRequestAtMostAndClosed() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(POST, "Host: x", JSON, "Content-Length: 4", "Transfer-Encoding: chunked");
      String smuggled = "POST /server/textbody/wordcount HTTP/1.1\r\nHost: x\r\n\r\n";
      http.sendWhatGoes(("f\r\n" + BODY + "\r\n0\r\n\r\n" + smuggled).getBytes(ISO_8859_1));
      assertThat(http.answer().status()).isIn(200, 400);
      assertThat(http.isClosedAfterAnything()).isTrue();
    }
    assertThat(server.publisher().published()).hasSizeLessThanOrEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zz\r\n", "-5\r\nabcde\r\n", "5;", "ffffffffffff\r\n"})
  void malformedChunksAreRefusedAndClosed(String chunk) throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(POST, "Host: x", JSON, "Transfer-Encoding: chunked");
      http.sendWhatGoes((chunk + "x".repeat(100_000)).getBytes(ISO_8859_1));
      // Tomcat allows no answer to a body that it could not read without blocking
      assertThat(http.isClosedAfterAnything()).isTrue();
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void trailersOfAMebibyteAreRefusedAndClosed() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(POST, "Host: x", JSON, "Transfer-Encoding: chunked");
      http.sendWhatGoes(("f\r\n" + BODY + "\r\n0\r\nA: ").getBytes(ISO_8859_1));
      http.sendWhatGoes("t".repeat(1 << 20).getBytes(ISO_8859_1));
      assertThat(http.isClosedAfterAnything()).isTrue();
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void tooManyOrTooLongHeadersAre400() throws Exception {
    String[] many = new String[203];
    Arrays.fill(many, "A: b");
    many[0] = POST;
    many[1] = "Host: x";
    assertThat(status(many)).isEqualTo(400);
    assertThat(status(POST, "Host: x", "A: " + "b".repeat(9_000))).isEqualTo(400);
    assertThat(status("GET /server/" + "x".repeat(9_000) + " HTTP/1.1", "Host: x")).isEqualTo(400);
    assertNothingPublishedAndAlive();
  }

  @Test
  void anUnknownExpectationIs417AndSaysSo() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(POST, "Host: x", JSON, "Content-Length: 14", "Expect: a miracle");
      RawHttp.Answer answer = http.answer();
      assertThat(answer.status()).isEqualTo(417);
      assertThat(answer.body()).isEqualTo("{\"message\":\"this expectation is not known here\"}");
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void aMissingHostIs400() throws Exception {
    assertThat(status(POST, JSON)).isEqualTo(400);
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
    try (Logged log = new Logged()) {
      assertThat(status(start, header)).isEqualTo(400);
      await().until(() -> !log.lines().isEmpty());
      assertThat(log.lines())
          .singleElement()
          .asString()
          .startsWith("WARN ClosingListener: Tomcat answers 400: " + why)
          .doesNotContain("secret");
      // the log has at most one line a second, however many requests come
      long begin = System.nanoTime();
      for (int i = 0; i < 20; i++) {
        assertThat(status(start, header)).isEqualTo(400);
      }
      long seconds = 1 + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
      assertThat(log.lines()).hasSizeLessThanOrEqualTo((int) (1 + seconds));
    }
  }
}
