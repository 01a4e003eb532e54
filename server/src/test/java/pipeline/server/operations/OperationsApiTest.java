package pipeline.server.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.broker.PublishResult;
import pipeline.server.http.OnWordCount;
import pipeline.server.http.RawHttp;
import pipeline.wire.process.Build;

/**
 * {@code GET /health} is true, and {@code GET /metrics} is text as Prometheus reads it, with
 * numbers that move.
 */
class OperationsApiTest extends OnWordCount {
  private static final String ANSWERS = "http_server_requests_seconds_count";
  private static final String SAMPLE = "[a-zA-Z_:][a-zA-Z0-9_:]*(\\{[^}]*\\})? [-+0-9.eEINanf]+";

  OperationsApiTest() throws Exception {
    super(SHORT_DEADLINE);
  }

  @Test
  void healthNamesTheBrokenPartAndTheBuild() throws Exception {
    Build build = Build.current();
    String origin =
        ",\"build\":{\"release\":\"%s\",\"commit\":\"%s\",\"jvm\":\"%s\"}}"
            .formatted(build.release(), build.commit(), build.jvm());
    send("GET", "/server/health").hasStatus(200).hasBody("{\"message\":\"up\"" + origin);
    publisher.answerWith(PublishResult.failed("the \"broker\" is away"));
    send("GET", "/server/health")
        .hasStatus(503)
        .hasHeader("retry-after", "1")
        .hasBody("{\"message\":\"the \\\"broker\\\" is away\"" + origin);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/server/health", "/server/metrics"})
  void headIsAnsweredAsGetWithoutABodyAndOtherMethodsAre405(String path) throws Exception {
    RawHttp.Answer get = send("GET", path);
    try (RawHttp http = connect()) {
      http.sendHead("HEAD " + path + " HTTP/1.1", "Host: x", "Connection: close");
      RawHttp.Answer head = http.head().hasStatus(get.status());
      head.hasHeader("content-type", get.headers().get("content-type"));
      assertThat(head.headers()).containsKey("content-length");
      assertThat(http.awaitEnd()).isEmpty();
    }
    postTo(path, "{}").hasStatus(405).hasHeader("allow", "GET, HEAD");
  }

  @Test
  void everyLineIsASampleOrAComment() throws Exception {
    String text =
        send("GET", "/server/metrics")
            .hasStatus(200)
            .hasHeader("content-type", "text/plain;version=0.0.4;charset=utf-8")
            .contains("jvm_memory_used_bytes", "jvm_gc_", "jvm_threads_live_threads")
            .contains("process_cpu_usage", "process_uptime_seconds")
            .body();
    assertThat(text.lines()).allMatch(line -> line.startsWith("# ") || line.matches(SAMPLE));
  }

  @Test
  void answersAreCountedAndTimedByMethodAndClassTillTheConfirm() throws Exception {
    Map<String, Double> before = samples();
    post("nonsense");
    publisher.answerWith(PublishResult.failed("away"));
    post(BODY);
    publisher.forget();
    publisher.hold();
    try (RawHttp http = connect()) {
      http.send(RawHttp.post(BODY));
      await().until(() -> !publisher.published().isEmpty());
      long held = System.nanoTime();
      await().until(() -> System.nanoTime() - held > 20_000_000);
      assertThat(risen(before, answers("2xx"))).isZero();
      publisher.release();
      http.answer().hasStatus(200);
    }
    for (String status : new String[] {"2xx", "4xx", "5xx"}) {
      assertThat(risen(before, answers(status))).as(status).isEqualTo(1);
    }
    assertThat(risen(before, bucket("+Inf"))).isEqualTo(1);
    assertThat(risen(before, bucket("0.02"))).isZero();
    assertThat(risen(before, ANSWERS + "{method=\"GET\",status=\"2xx\"}")).isZero();
    assertThat(risen(before, "http_server_requests_seconds_sum{method=\"POST\",status=\"2xx\"}"))
        .isBetween(0.02, 20.0);
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /server/textbody/wordcount, text/html, media_type, 415",
    "POST, /server/textbody/wordcount, application/json, invalid, 400",
    "POST, /server/textbody/other, application/json, not_found, 404",
    "PUT, /server/textbody/wordcount, application/json, method, 405",
    "GET, /server/textbody/wordcount/a, application/json, no_store, 501",
    "GET, /server/nowhere, application/json, not_found, 404",
    "POST, /server/textbody/wordcount, application/json|Content-Length: 10, slow_body, 408"
  })
  void refusalsAreCountedByReason(
      String method, String path, String type, String reason, int status) throws Exception {
    String refusals =
        "http_server_refusals_total{reason=\"" + reason + "\",status=\"" + status + "\"}";
    double before = samples().get(refusals);
    send(method, path, ("Content-Type: " + type).split("\\|", -1)).hasStatus(status);
    assertThat(samples()).containsEntry(refusals, before + 1);
  }

  private static String answers(String status) {
    return ANSWERS + "{method=\"POST\",status=\"" + status + "\"}";
  }

  private static String bucket(String le) {
    return String.format(
        "http_server_requests_seconds_bucket{method=\"POST\",status=\"2xx\",le=\"%s\"}", le);
  }

  private double risen(Map<String, Double> before, String sample) throws Exception {
    return samples().get(sample) - before.get(sample);
  }
}
