package pipeline.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.client.http.StubServer;

/**
 * Reads go beside the load, are reported apart, and fail no run. The load lasts until as many as a
 * test needs have come.
 */
class ReadsTest extends WholeProgram {
  private static final String GETS = " --gets 40 --gets-url ";

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

  /** A server of the load that answers nothing until the latch is open. */
  private static StubServer answeringAfter(CountDownLatch reads) throws IOException {
    return StubServer.scripted(
        (exchange, number) -> {
          StubServer.await(reads);
          StubServer.answer(exchange, 200);
        });
  }

  @ParameterizedTest
  @CsvSource({
    "swipes 2 --requests 2,404,%s +0,'HTTP 404, counted as an answer: nothing is known of it yet'",
    "lift-rides 2 --requests 2,404,0 +%s,HTTP 404 {",
    "wordcount FILE 2,503,0 +%s,HTTP 503 {",
    "wordcount FILE 2,200,%s +0,"
  })
  void aReadIsAnsweredByWhatItFindsOrWhereItsItemMayNotBeKnownYet(
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

      assertThat(server.received()).extracting(StubServer.Received::method).containsOnly("POST");
      assertThat(counts.keys()).containsOnlyNulls();
      int beside = counts.received().size() - 1;
      assertThat(out()).containsPattern("\n2 threads +" + okAndFailed.formatted(beside) + " ");
      assertThat(told())
          .filteredOn(line -> line.contains("GETs: "))
          .allMatch(line -> line.contains("GETs: " + beside + " x " + told))
          .hasSize(told == null ? 0 : 1);
    }
  }
}
