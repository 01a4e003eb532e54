package pipeline.server.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import pipeline.server.http.Endpoints;
import pipeline.server.http.RawHttp;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.workload.Workload;

/** Many lines of one workload in one request. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BulkWorkloadFixture<P> {
  static final String NDJSON = "Content-Type: application/x-ndjson";
  private static final RequestKey KEY = new RequestKey(WorkloadFixture.RUN, 3);

  private final Workload workload;
  private final Endpoints<P> endpoints;
  private final String path;
  private final String good;
  WorkloadFixture<P> server;

  BulkWorkloadFixture(Workload workload, Endpoints<P> endpoints, String path, String good) {
    this.workload = workload;
    this.endpoints = endpoints;
    this.path = path;
    this.good = good;
  }

  @BeforeAll
  void start() throws Exception {
    server = new WorkloadFixture<>(workload, endpoints, Optional.empty());
  }

  @AfterAll
  void stop() throws Exception {
    server.close();
  }

  @AfterEach
  void forget() {
    server.publisher().published().clear();
  }

  RawHttp.Answer post(String body) throws Exception {
    return server.postTo(path, body, NDJSON, "Idempotency-Key: " + KEY);
  }

  void assertPublished(List<P> payloads) {
    assertThat(server.publisher().published())
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.key()).isEqualTo(KEY);
              assertThat(entry.lines().payloads()).isEqualTo(payloads);
            });
  }

  void assertRefused(String line, String text) throws Exception {
    RawHttp.Answer answer = post(good + "\n\r\n" + line + "\n" + good);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body())
        .isEqualTo("{\"message\":\"line 3: " + text.replace("\"", "\\\"") + "\"}");
    assertThat(server.publisher().published()).isEmpty();
  }

  @Test
  void noLinesPublishNothing() throws Exception {
    assertThat(post("\n").body()).isEqualTo("{\"lines\":0}");
    assertThat(server.publisher().published()).isEmpty();
  }
}
