package pipeline.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.Samples;
import pipeline.server.workload.WorkloadFixture;

/** Connections that are slow, idle, or gone. */
class HostileConnectionTest extends HostileClient {

  @Test
  void expectWithoutABodyIs408AndFreesEverything() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(POST, "Host: x", JSON, "Content-Length: 14", "Expect: 100-continue");
      assertThat(http.answer().status()).isEqualTo(100);
      assertThat(http.answer().status()).isEqualTo(408);
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void connectionsWithHalfAHeadDoNotKeepOthersOut() throws Exception {
    List<RawHttp> slow = open(100, http -> http.send((POST + "\r\nHost: ").getBytes(ISO_8859_1)));
    assertThat(server.post(BODY).status()).isEqualTo(200);
    close(slow);
  }

  @Test
  void manySlowBodiesHoldNoThreadAndEndWith408() throws Exception {
    List<RawHttp> slow =
        open(
            100,
            http -> {
              http.sendHead(POST, "Host: x", JSON, "Content-Length: 1000");
              http.send("{".getBytes(ISO_8859_1));
            });
    // ten threads serve while a hundred bodies are under way
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
  void a408ThatNobodyReadsHoldsNoThread() throws Exception {
    int more = 5 * WorkloadFixture.THREADS;
    List<RawHttp> unread =
        open(
            more,
            http -> {
              http.sendHead(POST, "Host: x", JSON, "Content-Length: 100000");
              http.send(new byte[1_000]);
            });
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () ->
                assertThat(Samples.of(server.send("GET", "/server/metrics").body()))
                    .containsEntry(
                        "http_server_refusals_total{reason=\"slow_body\",status=\"408\"}",
                        (double) more));
    long start = System.nanoTime();
    assertThat(server.post(BODY).status()).isEqualTo(200);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
    close(unread);
  }

  @Test
  void aRefusedHeadWithASlowBodyHoldsNoThread() throws Exception {
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /server/health",
        "GET /server/metrics",
        "GET /server/nothing",
        "POST /nothing",
        "POST /",
        "POST /server/../nothing",
        "POST /server/%00",
        "OPTIONS *"
      })
  void aSlowBodyOfAnyOtherRequestHoldsNoThread(String request) throws Exception {
    String[] head = {request + " HTTP/1.1", "Host: x", "Content-Length: 100000"};
    List<RawHttp> slow = open(25, http -> http.sendHead(head));
    slow.addAll(
        open(
            25,
            http -> {
              http.sendHead(head);
              http.send("x".getBytes(ISO_8859_1));
            }));
    long start = System.nanoTime();
    assertThat(server.send("GET", "/server/health").status()).isEqualTo(200);
    // a thread that waited for a body would be held until the connection's time-out
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    for (RawHttp http : slow) {
      assertThat(http.answer().headers()).containsEntry("connection", "close");
    }
    close(slow);
  }

  /**
   * The connection must close, or Tomcat would wait for the body, and for a client that reads
   * slowly.
   */
  @ParameterizedTest
  @ValueSource(strings = {"GET /nothing", "POST /server/%00", "OPTIONS *"})
  void whatNoServletAnswersEndsItsConnection(String request) throws Exception {
    String head = request + " HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
    try (RawHttp http = server.connect()) {
      http.send((head + "0\r\n\r\n" + head + "0\r\n\r\n").getBytes(ISO_8859_1));
      http.answer();
      assertThat(http.isClosed()).isTrue();
    }
  }

  @Test
  void bodiesOnTheirWayAreBoundedTogetherAndTheRestGets503() throws Exception {
    int sent = WorkloadFixture.LIMIT / 4 + 1;
    // each body is held in a buffer of twice its size, since more of it is to come
    int fit = WorkloadFixture.BODIES_LIMIT / (2 * sent);
    List<RawHttp> slow =
        open(
            20,
            http -> {
              http.sendHead(POST, "Host: x", JSON, "Content-Length: " + WorkloadFixture.LIMIT);
              http.send("x".repeat(sent).getBytes(ISO_8859_1));
            });
    List<Integer> statuses = new ArrayList<>();
    for (RawHttp http : slow) {
      statuses.add(http.answer().status());
    }
    assertThat(statuses).containsOnly(408, 503);
    assertThat(statuses).filteredOn(status -> status == 408).hasSizeLessThanOrEqualTo(fit + 1);
    close(slow);
    assertThat(server.post(BODY).status()).isEqualTo(200);
    try (RawHttp http = server.connect()) {
      http.sendHead(POST, "Host: x", JSON, "Content-Length: " + WorkloadFixture.LIMIT);
      http.send("x".repeat(sent).getBytes(ISO_8859_1));
      assertThat(http.answer().status()).isEqualTo(408);
    }
  }

  @Test
  void whoDripsAfterA408IsCutOff() throws Exception {
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
  void halfCloseAfterTheRequestStillGetsTheAnswer() throws Exception {
    try (RawHttp http = server.connect()) {
      http.send(RawHttp.post(BODY));
      http.halfClose();
      assertThat(http.answer().status()).isEqualTo(200);
    }
  }

  @Test
  void resetInTheMiddleOfABodyPublishesNothing() throws Exception {
    for (int i = 0; i < 30; i++) {
      RawHttp http = server.connect();
      http.sendHead(POST, "Host: x", JSON, "Content-Length: 1000");
      http.send("{\"message".getBytes(ISO_8859_1));
      http.reset();
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void resetAfterAWholeRequestPublishesItOnceAndHarmsNobody() throws Exception {
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
  void idleConnectionsAreHeldUpToTheLimitAndServed() throws Exception {
    List<RawHttp> idle = open(300, http -> {});
    assertThat(server.post(BODY).status()).isEqualTo(200);
    idle.get(0).send(RawHttp.post(BODY));
    assertThat(idle.get(0).answer().status()).isEqualTo(200);
    close(idle);
  }
}
