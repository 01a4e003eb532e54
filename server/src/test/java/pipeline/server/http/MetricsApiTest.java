package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.server.Samples;
import pipeline.server.broker.PublishResult;

/** {@code GET /metrics}: the text as Prometheus reads it, and numbers that move. */
class MetricsApiTest {
  private static final String ANSWERS = "http_server_requests_seconds_count";
  private static final String SAMPLE = "[a-zA-Z_:][a-zA-Z0-9_:]*(\\{[^}]*\\})? [-+0-9.eEINanf]+";

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
  void everyLineIsASampleOrAComment() throws Exception {
    RawHttp.Answer answer = server.send("GET", "/server/metrics");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.headers().get("content-type"))
        .isEqualTo("text/plain;version=0.0.4;charset=utf-8");
    assertThat(answer.body().lines())
        .isNotEmpty()
        .allMatch(line -> line.startsWith("# ") || line.matches(SAMPLE));
    assertThat(answer.body())
        .contains("jvm_memory_used_bytes", "jvm_gc_", "jvm_threads_live_threads")
        .contains("process_cpu_usage", "process_uptime_seconds");
  }

  @Test
  void answersAreCountedAndTimedByMethodAndClass() throws Exception {
    server.post("{\"message\":\"a\"}");
    server.post("{\"message\":\"a\"}");
    server.post("nonsense");
    server.publisher().answerWith(PublishResult.failed("away"));
    server.post("{\"message\":\"a\"}");
    Map<String, Double> samples = samples();
    assertThat(samples)
        .containsEntry(ANSWERS + "{method=\"POST\",status=\"2xx\"}", 2.0)
        .containsEntry(ANSWERS + "{method=\"POST\",status=\"4xx\"}", 1.0)
        .containsEntry(ANSWERS + "{method=\"POST\",status=\"5xx\"}", 1.0)
        .containsEntry(bucket("POST", "2xx", "+Inf"), 2.0)
        .containsEntry(bucket("POST", "2xx", "10.0"), 2.0)
        .containsEntry(ANSWERS + "{method=\"GET\",status=\"2xx\"}", 0.0);
    assertThat(samples.get("http_server_requests_seconds_sum{method=\"POST\",status=\"2xx\"}"))
        .isPositive()
        .isLessThan(20);
  }

  @Test
  void theTimeIsTillTheConfirm() throws Exception {
    server.publisher().hold();
    try (RawHttp http = server.connect()) {
      http.send(RawHttp.post("{\"message\":\"a\"}"));
      await().until(() -> !server.publisher().published().isEmpty());
      long held = System.nanoTime();
      await().until(() -> System.nanoTime() - held > 20_000_000);
      assertThat(samples()).containsEntry(ANSWERS + "{method=\"POST\",status=\"2xx\"}", 0.0);
      server.publisher().release();
      assertThat(http.answer().status()).isEqualTo(200);
    }
    assertThat(samples())
        .containsEntry(ANSWERS + "{method=\"POST\",status=\"2xx\"}", 1.0)
        .containsEntry(bucket("POST", "2xx", "0.02"), 0.0);
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /server/textbody/wordcount, text/html, media_type, 415",
    "POST, /server/textbody/wordcount, application/json, invalid, 400",
    "POST, /server/textbody/other, application/json, not_found, 404",
    "PUT, /server/textbody/wordcount, application/json, method, 405",
    "GET, /server/textbody/wordcount/a, application/json, no_store, 501",
    "GET, /server/nowhere, application/json, not_found, 404"
  })
  void refusalsAreCountedByReason(
      String method, String path, String type, String reason, int status) throws Exception {
    String sample =
        "http_server_refusals_total{reason=\"" + reason + "\",status=\"" + status + "\"}";
    assertThat(samples()).containsEntry(sample, 0.0);
    assertThat(server.send(method, path, "Content-Type: " + type).status()).isEqualTo(status);
    assertThat(samples()).containsEntry(sample, 1.0);
  }

  @Test
  void aSlowBodyIsCountedOnce() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(
          "POST /server/textbody/wordcount HTTP/1.1",
          "Host: x",
          "Content-Type: application/json",
          "Content-Length: 10");
      assertThat(http.answer().status()).isEqualTo(408);
    }
    assertThat(samples())
        .containsEntry("http_server_refusals_total{reason=\"slow_body\",status=\"408\"}", 1.0)
        .containsEntry(ANSWERS + "{method=\"POST\",status=\"4xx\"}", 1.0);
  }

  @Test
  void onlyGetAndHeadAreAllowed() throws Exception {
    assertThat(server.postTo("/server/metrics", "{}").status()).isEqualTo(405);
    assertThat(server.postTo("/server/metrics", "{}").headers())
        .containsEntry("allow", "GET, HEAD");
  }

  private static String bucket(String method, String status, String le) {
    return String.format(
        "http_server_requests_seconds_bucket{method=\"%s\",status=\"%s\",le=\"%s\"}",
        method, status, le);
  }

  private Map<String, Double> samples() throws Exception {
    return Samples.of(server.send("GET", "/server/metrics").body());
  }
}
