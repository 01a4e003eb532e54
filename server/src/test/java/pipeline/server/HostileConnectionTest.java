package pipeline.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cases of reliability.md section 3 that are played at the level of bytes and connections. */
class HostileConnectionTest {
  private static final String POST = "POST /server/textbody/wordcount HTTP/1.1";
  private static final String JSON = "Content-Type: application/json";
  private static final String BODY = "{\"message\":\"a\"}";

  private HttpFixture server;

  @BeforeEach
  void start() throws Exception {
    server = new HttpFixture();
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  @Test
  void case10_anAnnouncedGigabyteIs413AtOnce() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(POST, "Host: x", JSON, "Content-Length: 1073741824");
      assertThat(http.answer().status()).isEqualTo(413);
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void case10_tenMegabytesAre413() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(POST, "Host: x", JSON, "Content-Length: 10000000");
      http.sendWhatGoes(new byte[10_000_000]);
      assertThat(http.answer().status()).isEqualTo(413);
      assertThat(http.isClosed()).isTrue();
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void case10_chunksWithoutEndAre413ByCountedBytes() throws Exception {
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
  void case25And28_ambiguousHeadsAre400AndClosed(String headers) throws Exception {
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
  void case25_anUnknownTransferEncodingIs501AndClosed() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(POST, "Host: x", JSON, "Transfer-Encoding: xchunked");
      assertThat(http.answer().status()).isIn(400, 501);
      assertThat(http.isClosed()).isTrue();
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void case25_bothLengthAndChunksAreOneRequestAtMostAndClosed() throws Exception {
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
  void case25And26_malformedChunksAreRefusedAndClosed(String chunk) throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(POST, "Host: x", JSON, "Transfer-Encoding: chunked");
      http.sendWhatGoes((chunk + "x".repeat(100_000)).getBytes(ISO_8859_1));
      // Tomcat allows no answer to what it could not read without blocking
      assertThat(http.isClosedAfterAnything()).isTrue();
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void case26_trailersOfAMebibyteAreRefusedAndClosed() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(POST, "Host: x", JSON, "Transfer-Encoding: chunked");
      http.sendWhatGoes(("f\r\n" + BODY + "\r\n0\r\nA: ").getBytes(ISO_8859_1));
      http.sendWhatGoes("t".repeat(1 << 20).getBytes(ISO_8859_1));
      assertThat(http.isClosedAfterAnything()).isTrue();
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void case27_tooManyOrTooLongHeadersAre4xx() throws Exception {
    String[] many = new String[203];
    Arrays.fill(many, "A: b");
    many[0] = POST;
    many[1] = "Host: x";
    assertThat(status(many)).isEqualTo(400);
    assertThat(status(POST, "Host: x", "A: " + "b".repeat(9_000))).isIn(400, 431);
    assertThat(status("GET /server/" + "x".repeat(9_000) + " HTTP/1.1", "Host: x")).isIn(400, 414);
    assertNothingPublishedAndAlive();
  }

  @Test
  void case28_aMissingHostIs400() throws Exception {
    assertThat(status(POST, JSON)).isEqualTo(400);
  }

  @Test
  void case29_expectWithoutABodyIs408AndFreesEverything() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(POST, "Host: x", JSON, "Content-Length: 14", "Expect: 100-continue");
      assertThat(http.answer().status()).isEqualTo(100);
      assertThat(http.answer().status()).isEqualTo(408);
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void case30_connectionsWithHalfAHeadDoNotKeepOthersOut() throws Exception {
    List<RawHttp> slow = open(100, http -> http.send((POST + "\r\nHost: ").getBytes(ISO_8859_1)));
    assertThat(server.post(BODY).status()).isEqualTo(200);
    close(slow);
  }

  @Test
  void case31_manySlowBodiesHoldNoThreadAndEndWith408() throws Exception {
    List<RawHttp> slow =
        open(
            100,
            http -> {
              http.sendHead(POST, "Host: x", JSON, "Content-Length: 1000");
              http.send("{".getBytes(ISO_8859_1));
            });
    // ten threads, a hundred bodies under way
    assertThat(server.post(BODY).status()).isEqualTo(200);
    for (RawHttp http : slow) {
      assertThat(http.answer().status()).isEqualTo(408);
      http.send("x".getBytes(ISO_8859_1));
    }
    long start = System.nanoTime();
    assertThat(server.post(BODY).status()).isEqualTo(200);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
    close(slow);
    assertThat(server.publisher().published()).hasSize(2);
  }

  @Test
  void case31_aRefusedHeadWithASlowBodyHoldsNoThread() throws Exception {
    List<RawHttp> slow =
        open(
            50,
            http -> {
              http.sendHead(POST, "Host: x", "Content-Type: a/b", "Content-Length: 1000");
              assertThat(http.answer().status()).isEqualTo(415);
            });
    long start = System.nanoTime();
    assertThat(server.post(BODY).status()).isEqualTo(200);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
    close(slow);
  }

  @Test
  void case31_whoDripsAfterA408IsCutOff() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(POST, "Host: x", JSON, "Content-Length: 1000000");
      assertThat(http.answer().status()).isEqualTo(408);
      await()
          .atMost(Duration.ofSeconds(10))
          .pollInterval(Duration.ofMillis(100))
          .until(
              () -> {
                try {
                  http.send(new byte[1]);
                  return false;
                } catch (java.io.IOException e) {
                  return true;
                }
              });
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void case32_halfCloseAfterTheRequestStillGetsTheAnswer() throws Exception {
    try (RawHttp http = server.connect()) {
      http.send(RawHttp.post(BODY));
      http.halfClose();
      assertThat(http.answer().status()).isEqualTo(200);
    }
  }

  @Test
  void case32_resetInTheMiddleOfABodyPublishesNothing() throws Exception {
    for (int i = 0; i < 30; i++) {
      RawHttp http = server.connect();
      http.sendHead(POST, "Host: x", JSON, "Content-Length: 1000");
      http.send("{\"message".getBytes(ISO_8859_1));
      http.reset();
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void case32_resetAfterAWholeRequestPublishesItOnceAndHarmsNobody() throws Exception {
    server.publisher().hold();
    for (int i = 0; i < 30; i++) {
      RawHttp http = server.connect();
      http.send(RawHttp.post(BODY));
      int sent = i + 1;
      await().until(() -> server.publisher().published().size() == sent);
      http.reset();
    }
    server.publisher().release();
    assertThat(server.post(BODY).status()).isEqualTo(200);
    assertThat(server.publisher().published()).hasSize(31);
  }

  @Test
  void case33_idleConnectionsAreHeldUpToTheLimitAndServed() throws Exception {
    List<RawHttp> idle = open(300, http -> {});
    assertThat(server.post(BODY).status()).isEqualTo(200);
    idle.get(0).send(RawHttp.post(BODY));
    assertThat(idle.get(0).answer().status()).isEqualTo(200);
    close(idle);
  }

  @Test
  void case34_aThousandPipelinedRequestsAreAnsweredInOrder() throws Exception {
    StringBuilder all = new StringBuilder();
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      line.append(i % 10 == 0 ? "" : "w" + i + " ");
      if (i % 10 == 0) {
        line.setLength(0);
      }
      all.append(new String(RawHttp.post("{\"message\":\"" + line + "\"}"), ISO_8859_1));
    }
    try (RawHttp http = server.connect()) {
      http.send(all.toString().getBytes(ISO_8859_1));
      for (int i = 0; i < 1_000; i++) {
        assertThat(http.answer().body()).isEqualTo("{\"message\":" + i % 10 + "}");
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
  void case35_whatIsNotHttpIsClosed(String bytes) throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendWhatGoes(bytes.getBytes(ISO_8859_1));
      http.halfClose();
      assertThat(http.isClosedAfterAnything()).isTrue();
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void case35_anUpgradeIsIgnored() throws Exception {
    assertThat(
            status(
                "GET /server/health HTTP/1.1",
                "Host: x",
                "Connection: Upgrade, HTTP2-Settings",
                "Upgrade: h2c",
                "HTTP2-Settings: AAMAAABkAAQAAP__"))
        .isEqualTo(200);
  }

  @Test
  void case36_whatLooksLikeALogEntryIsOnlyData() throws Exception {
    String line = "\\r\\n12:00:00 ERROR forged \\u001b[31m ${jndi:ldap://x/y}";
    assertThat(server.post("{\"message\":\"" + line + "\"}").body()).isEqualTo("{\"message\":5}");
    assertThat(server.publisher().published())
        .singleElement()
        .satisfies(
            entry -> assertThat(entry.payload()).containsKeys("${jndi:ldap://x/y}", "\u001b[31m"));
  }

  private interface Opening {
    void with(RawHttp http) throws Exception;
  }

  private List<RawHttp> open(int connections, Opening opening) throws Exception {
    List<RawHttp> opened = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      RawHttp http = server.connect();
      opened.add(http);
      opening.with(http);
    }
    return opened;
  }

  private static void close(List<RawHttp> opened) throws Exception {
    for (RawHttp http : opened) {
      http.close();
    }
  }

  private int status(String... head) throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(head);
      return http.answer().status();
    }
  }

  private void assertNothingPublishedAndAlive() throws Exception {
    assertThat(server.publisher().published()).isEmpty();
    assertThat(server.post(BODY).status()).isEqualTo(200);
  }
}
