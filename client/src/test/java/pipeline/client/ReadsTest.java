package pipeline.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.client.http.StubServer;
import pipeline.client.load.ReadLoad;

/**
 * Reads go beside the load, are reported apart, and fail no run. The load lasts until as many as a
 * test needs have come.
 */
class ReadsTest extends WholeProgram {
  private static final int RATE = 40;
  private static final String GETS = " --gets " + RATE + " --gets-url ";

  @Test
  void readsOfAServerWithoutAStoreAreRefusedBeforeALineIsSent() throws Exception {
    write("a\n");
    server.answersFirst(501);
    assertThat(run(server, "FILE 1 --gets 50")).isEqualTo(2);

    assertThat(server.received()).extracting(StubServer.Received::method).containsExactly("GET");
    assertThat(told())
        .containsExactly(
            "client: --gets finds nothing to read: HTTP 501 {\"lines\":0}"); // of a GET
  }

  @Test
  void readsAskForTheItemsOfTheWorkloadInTheirOrder() throws Exception {
    write("a b\n\nc\n");
    List<String> missing = Collections.synchronizedList(reads(7));
    CountDownLatch firstSeven = new CountDownLatch(1);
    StubServer.Script noting =
        (exchange, number) -> {
          missing.remove(exchange.getRequestMethod() + " " + exchange.getRequestURI());
          if (missing.isEmpty()) {
            firstSeven.countDown();
          }
          StubServer.answer(exchange, 200);
        };
    try (StubServer server = answeringAfter(firstSeven);
        StubServer counts = StubServer.scripted(noting)) {
      assertThat(run(server, "FILE 2" + GETS + counts.url())).isZero();

      assertThat(missing).isEmpty();
      assertThat(server.received()).extracting(StubServer.Received::method).containsOnly("POST");
      assertThat(counts.keys()).containsOnlyNulls();
      List<String> others = new ArrayList<>();
      counts.received().forEach(read -> others.add(read.method() + " " + read.path()));
      // each thread can hold a read that it does not send any more when the load ends
      reads(others.size() + ReadLoad.threads(RATE)).forEach(others::remove);
      assertThat(others).isEmpty();
      // one before the load tells that there is a store
      int beside = counts.received().size() - 1;
      assertThat(out())
          .containsPattern("GETs +ok +failed +min ms +mean ms +p99 ms +max ms")
          .containsPattern("\n2 threads +" + beside + " +0 ");
    }
  }

  /** A server of the load that answers nothing until the latch is open. */
  private static StubServer answeringAfter(CountDownLatch reads) throws IOException {
    return StubServer.scripted(
        (exchange, number) -> {
          StubServer.await(reads);
          StubServer.answer(exchange, 200);
        });
  }

  private static List<String> reads(int number) {
    String path = "GET /server/textbody/wordcount/";
    return new ArrayList<>(
        IntStream.range(0, number).mapToObj(i -> path + "abc".charAt(i % 3)).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "swipes 2 --requests 2,404,%s +0,'HTTP 404, counted as an answer: nothing is known of it yet'",
    "lift-rides 2 --requests 2,404,0 +%s,HTTP 404 {",
    "wordcount FILE 2,503,0 +%s,HTTP 503 {"
  })
  void aReadThatFindsNothingIsAnAnswerOnlyWhereTheItemMayNotBeKnownYet(
      String workload, int status, String okAndFailed, String told) throws IOException {
    write("a\n");
    CountDownLatch read = new CountDownLatch(2); // the first one comes before the load
    StubServer.Script none =
        (exchange, number) -> {
          read.countDown();
          StubServer.answer(exchange, status);
        };
    try (StubServer server = answeringAfter(read);
        StubServer counts = StubServer.scripted(none)) {
      assertThat(run(server, "--workload " + workload + GETS + counts.url())).isZero();

      int beside = counts.received().size() - 1;
      assertThat(out()).containsPattern("\n2 threads +" + okAndFailed.formatted(beside) + " ");
      assertThat(err()).contains("GETs: " + beside + " x " + told);
    }
  }
}
