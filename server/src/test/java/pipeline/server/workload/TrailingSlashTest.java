package pipeline.server.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.http.Endpoints;
import pipeline.wire.workload.Workload;

/** A path with slashes at its end is the path without them. */
class TrailingSlashTest {
  private static final String SWIPE = "{\"swiper\":\"17\",\"swipee\":\"4711\",\"comment\":\"\"}";
  private static final String LINE = SWIPE.replace("{", "{\"direction\":\"left\",") + "\n";

  private final SevenOfEverything store = new SevenOfEverything();

  private <P> WorkloadFixture<P> server(Workload workload, Endpoints<P> endpoints)
      throws Exception {
    return new WorkloadFixture<>(workload, endpoints, Optional.of(store));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "//"})
  void ofEveryWorkload(String slashes) throws Exception {
    try (WorkloadFixture<?> server = server(Workload.SWIPES, new SwipeEndpoints())) {
      server.postTo("/server/swipe/left" + slashes, SWIPE).hasStatus(201);
      server.postTo("/server/swipe" + slashes, LINE, OnTomcat.NDJSON).hasBody("{\"lines\":1}");
      server.send("GET", "/server/stats/17" + slashes).hasStatus(200);
    }
    try (WorkloadFixture<?> server = server(Workload.WORDCOUNT, TextEndpoints.standard())) {
      String path = "/server/textbody/wordcount" + slashes;
      server.postTo(path, "{\"message\":\"a b\"}").hasBody("{\"message\":2}");
      server.send("GET", path).hasStatus(405).hasHeader("allow", "POST");
      String run = "/server/runs/" + WorkloadFixture.RUN;
      server.postTo(run + slashes, "{\"lines\":9}").hasStatus(200);
      server.send("GET", "/server/health" + slashes).contains("up");
    }
  }

  @ParameterizedTest
  @CsvSource({"a, a", "a/, a", "a//, a", "a%2F, a/", "a%2f/, a/", "a/b/, a/b", "%2F, /"})
  void ofAWordUnlessItsSlashIsEncoded(String sent, String word) throws Exception {
    try (WorkloadFixture<?> server = server(Workload.WORDCOUNT, TextEndpoints.standard())) {
      server.send("GET", "/server/textbody/wordcount/" + sent).hasBody("{\"message\":7}");
      assertThat(store.asked()).containsExactly("words", word);
    }
  }
}
