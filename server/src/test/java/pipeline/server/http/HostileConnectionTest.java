package pipeline.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.function.FailableConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.RunningTime;

/** Connections that are slow, idle, gone or never read: they hold no thread, others are served. */
class HostileConnectionTest extends OnWordCount {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<RawHttp> opened = new ArrayList<>();

  HostileConnectionTest() throws Exception {
    super(SHORT_DEADLINE);
  }

  private List<RawHttp> open(int connections, FailableConsumer<RawHttp, Exception> opening)
      throws Exception {
    for (int i = 0; i < connections; i++) {
      RawHttp http = connect();
      opened.add(http);
      opening.accept(http);
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
  private static FailableConsumer<RawHttp, Exception> slowly(int length, int sent) {
    return http -> {
      http.sendHead(POST, "Host: x", JSON, "Content-Length: " + length);
      http.send("x".repeat(sent).getBytes(ISO_8859_1));
    };
  }

  private void assertServedSoon() throws Exception {
    try (RunningTime time = new RunningTime()) {
      post(BODY).hasStatus(200);
      // a thread that waited for a body would be held until the connection's time-out of 10 s
      assertThat(time.passed()).isLessThan(Duration.ofSeconds(8));
    }
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
    assertThat(publisher.published()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /server/health",
        "GET /server/metrics",
        "GET /server/nothing",
        "POST /server/textbody/wordcount",
        "POST /nothing",
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
    try (RawHttp http = connect()) {
      http.send((head + head).getBytes(ISO_8859_1));
      http.answer();
      assertThat(http.awaitEnd()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aBodyThatDoesNotComeIs408AndWhoDripsAfterItIsCutOff(boolean expect) throws Exception {
    try (RawHttp http = connect()) {
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
      await().atMost(Duration.ofSeconds(10)).until(() -> !http.sendWhatGoes(new byte[1]));
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void halfCloseAfterTheRequestStillGetsTheAnswer() throws Exception {
    try (RawHttp http = connect()) {
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
    publisher.hold();
    open(30, http -> http.send(RawHttp.post(BODY)));
    await().until(() -> publisher.published().size() == 30);
    for (RawHttp http : opened) {
      http.reset();
    }
    publisher.release();
    post(BODY).hasStatus(200);
    assertThat(publisher.published()).hasSize(31);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", POST + "\r\nHost: "})
  void connectionsThatAreIdleOrHaveHalfAHeadAreHeldAndOthersServed(String begun) throws Exception {
    open(300, http -> http.send(begun.getBytes(ISO_8859_1)));
    post(BODY).hasStatus(200);
    byte[] whole = RawHttp.post(BODY);
    RawHttp last = opened.get(opened.size() - 1);
    last.send(Arrays.copyOfRange(whole, begun.length(), whole.length));
    last.answer().hasStatus(200);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void othersAreAnsweredSoonWhileClientsSendOnAndDoNotRead(boolean metrics) throws Exception {
    byte[] requests =
        metrics
            ? "GET /server/metrics HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(ISO_8859_1)
            // this refusal, unlike most, leaves the connection open
            : ArrayUtils.addAll(RawHttp.post(BODY), RawHttp.post("/server/nothing", new byte[0]));
    List<RawHttp> unread = new CopyOnWriteArrayList<>();
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger dropped = new AtomicInteger();
    try (RunningTime time = new RunningTime()) {
      AtomicReference<Duration> progress = new AtomicReference<>(time.passed());
      Runnable sender =
          () -> {
            while (!over.get()) {
              try (RawHttp http = connect()) {
                unread.add(http);
                http.receiveLittle();
                while (!over.get()) {
                  http.send(requests);
                  progress.set(time.passed());
                }
              } catch (IOException e) {
                dropped.incrementAndGet();
              }
            }
          };
      for (int i = 0; i < THREADS + 2; i++) {
        new Thread(sender, "unread-client").start();
      }
      AtomicInteger answered = new AtomicInteger();
      Callable<Boolean> areAnsweredBeforeADrop =
          () -> {
            // nothing goes through for a second: before, the server is busy with these clients
            await()
                .atMost(PATIENCE)
                .until(() -> time.passed().minus(progress.get()).toMillis() > 1_000);
            int before = dropped.get();
            post(BODY).hasStatus(200);
            health().hasStatus(200);
            return dropped.get() == before && answered.incrementAndGet() == 20;
          };
      // a thread that waited for a client would answer others when that was dropped, never before;
      // a slow machine may take so long that one is dropped meanwhile, which shows nothing
      await().atMost(PATIENCE).until(areAnsweredBeforeADrop);
    } finally {
      over.set(true);
      for (RawHttp http : unread) {
        http.close();
      }
    }
  }
}
