package pipeline.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.LocalServer;
import pipeline.server.workload.TextEndpoints;
import pipeline.server.workload.WorkloadFixture;
import pipeline.wire.workload.Workload;

/** Connections that are slow, idle, or gone: they hold no thread, and others are served soon. */
class HostileConnectionTest extends OnWordCount {
  private static final String SLOW_BODIES =
      "http_server_refusals_total{reason=\"slow_body\",status=\"408\"}";

  private final List<RawHttp> opened = new ArrayList<>();

  HostileConnectionTest() throws Exception {
    super("", WorkloadFixture.SHORT_DEADLINE);
  }

  private interface Opening {
    void with(RawHttp http) throws Exception;
  }

  private List<RawHttp> open(int connections, Opening opening) throws Exception {
    return open(server, connections, opening);
  }

  private List<RawHttp> open(LocalServer to, int connections, Opening opening) throws Exception {
    for (int i = 0; i < connections; i++) {
      RawHttp http = to.connect();
      opened.add(http);
      opening.with(http);
    }
    return opened;
  }

  @AfterEach
  void closeConnections() throws Exception {
    for (RawHttp http : opened) {
      http.close();
    }
    opened.clear();
  }

  /** Sends the head of a long body and its start. */
  private static Opening slowly(int length, int sent) {
    return http -> {
      http.sendHead(POST, "Host: x", JSON, "Content-Length: " + length);
      http.send("x".repeat(sent).getBytes(ISO_8859_1));
    };
  }

  private void assertServedSoon() throws Exception {
    long start = System.nanoTime();
    post(BODY).hasStatus(200);
    // a thread that waited for a body would be held until the connection's time-out of 10 s
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
  }

  @Test
  void manySlowBodiesHoldNoThreadAndEndWith408() throws Exception {
    List<RawHttp> slow = open(100, slowly(1_000, 1));
    // a few threads serve while a hundred bodies are under way
    post(BODY).hasStatus(200);
    for (RawHttp http : slow) {
      http.answer().hasStatus(408);
      http.send("x".getBytes(ISO_8859_1));
    }
    assertServedSoon();
    assertThat(server.publisher().published()).hasSize(2);
  }

  @Test
  void a408ThatNobodyReadsHoldsNoThread() throws Exception {
    double before = server.samples().get(SLOW_BODIES);
    int more = 5 * WorkloadFixture.THREADS;
    open(more, slowly(100_000, 1_000));
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> server.samples().get(SLOW_BODIES) >= before + more);
    assertServedSoon();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /server/health",
        "GET /server/metrics",
        "GET /server/nothing",
        "POST /server/textbody/wordcount",
        "POST /nothing",
        "POST /",
        "POST /server/../nothing",
        "POST /server/%00",
        "OPTIONS *"
      })
  void aSlowBodyOfARequestThatIsAnsweredWithoutItHoldsNoThread(String request) throws Exception {
    open(
        50,
        http -> {
          http.sendHead(request + " HTTP/1.1", "Host: x", "Content-Length: 100000");
          http.send("x".repeat(opened.size() % 2).getBytes(ISO_8859_1));
        });
    assertServedSoon();
    for (RawHttp http : opened) {
      http.answer().hasHeader("connection", "close");
    }
  }

  /**
   * The connection must close, or Tomcat would wait for the body, and for a client that reads
   * slowly.
   */
  @ParameterizedTest
  @ValueSource(strings = {"GET /nothing", "POST /server/%00", "OPTIONS *"})
  void whatNoServletAnswersEndsItsConnection(String request) throws Exception {
    String head = request + " HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    try (RawHttp http = server.connect()) {
      http.send((head + head).getBytes(ISO_8859_1));
      http.answer();
      assertThat(http.isClosed()).isTrue();
    }
  }

  @Test
  void bodiesOnTheirWayAreBoundedTogetherAndTheRestGets503() throws Exception {
    int sent = WorkloadFixture.LIMIT / 4 + 1;
    // each body is held in a buffer of twice its size, since more of it is to come
    int most = WorkloadFixture.BODIES_LIMIT / (2 * sent) + 1;
    String whole = "x".repeat(WorkloadFixture.LIMIT);
    // a server that waits for bodies, so that none is late and makes room for another
    try (WorkloadFixture<?> patient =
        new WorkloadFixture<>(Workload.WORDCOUNT, TextEndpoints.standard(), Optional.empty())) {
      open(patient, 20, slowly(WorkloadFixture.LIMIT, sent));
      await().until(() -> answered().size() >= 20 - most);
      assertThat(answered()).hasSizeLessThan(20);
      for (RawHttp http : answered()) {
        http.answer().hasStatus(503);
      }
      closeConnections();
      await().until(() -> patient.postTo(PATH, whole).status() == 400);
    }
  }

  /** The connections on which something of an answer has come. */
  private List<RawHttp> answered() throws IOException {
    List<RawHttp> answered = new ArrayList<>();
    for (RawHttp http : opened) {
      if (!http.isUnanswered()) {
        answered.add(http);
      }
    }
    return answered;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aBodyThatDoesNotComeIs408AndWhoDripsAfterItIsCutOff(boolean expect) throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(
          POST,
          "Host: x",
          JSON,
          "Content-Length: 1000000",
          expect ? "Expect: 100-continue" : "X: y");
      if (expect) {
        http.answer().hasStatus(100);
      }
      refused(408, http.answer());
      await().atMost(Duration.ofSeconds(10)).until(() -> !isTaken(http));
    }
    assertNothingPublishedAndAlive();
  }

  private static boolean isTaken(RawHttp http) {
    try {
      http.send(new byte[1]);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void halfCloseAfterTheRequestStillGetsTheAnswer() throws Exception {
    try (RawHttp http = server.connect()) {
      http.send(RawHttp.post(BODY));
      http.halfClose();
      http.answer().hasStatus(200);
    }
  }

  @Test
  void resetInTheMiddleOfABodyPublishesNothing() throws Exception {
    for (RawHttp http : open(30, slowly(1_000, 10))) {
      http.reset();
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void resetAfterAWholeRequestPublishesItOnceAndHarmsNobody() throws Exception {
    server.publisher().hold();
    open(30, http -> http.send(RawHttp.post(BODY)));
    await().until(() -> server.publisher().published().size() == 30);
    for (RawHttp http : opened) {
      http.reset();
    }
    server.publisher().release();
    post(BODY).hasStatus(200);
    assertThat(server.publisher().published()).hasSize(31);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", POST + "\r\nHost: "})
  void connectionsThatAreIdleOrHaveHalfAHeadAreHeldAndOthersServed(String begun) throws Exception {
    open(300, http -> http.send(begun.getBytes(ISO_8859_1)));
    post(BODY).hasStatus(200);
    byte[] whole = RawHttp.post(BODY);
    opened.get(0).send(Arrays.copyOfRange(whole, begun.length(), whole.length));
    opened.get(0).answer().hasStatus(200);
  }
}
