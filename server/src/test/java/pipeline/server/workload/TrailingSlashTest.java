package pipeline.server.workload;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.http.Endpoints;
import pipeline.wire.workload.Workload;

/** A path with slashes at its end is the path without them. */
class TrailingSlashTest {
  private static final String SWIPE = "{\"swiper\":\"17\",\"swipee\":\"4711\",\"comment\":\"\"}";
  private static final String LINE = SWIPE.replace("{", "{\"direction\":\"left\",") + "\n";

  private <P> WorkloadFixture<P> server(Workload workload, Endpoints<P> endpoints)
      throws Exception {
    return new WorkloadFixture<>(workload, endpoints, Optional.empty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "//"})
  void ofEveryWorkload(String slashes) throws Exception {
    try (WorkloadFixture<?> server = server(Workload.SWIPES, new SwipeEndpoints())) {
      server.postTo("/server/swipe/left" + slashes, SWIPE).hasStatus(201);
      server.postTo("/server/swipe" + slashes, LINE, OnTomcat.NDJSON).hasBody("{\"lines\":1}");
      server.send("GET", "/server/stats/17" + slashes).hasStatus(501);
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
}
