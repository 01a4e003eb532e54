package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import pipeline.server.Samples;
import pipeline.server.admission.AdmissionConfig;
import pipeline.wire.identity.RunId;

/** What strangers can use up of the server, and what all are told then. */
class BudgetsApiTest {
  private static final Duration TTL = Duration.ofDays(30);
  private static final int MIB = 1 << 20;

  private HttpFixture server;

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  @Test
  void furtherRunsAre503AndThoseThatAreInGoOn() throws Exception {
    start(new AdmissionConfig(2, TTL, MIB, MIB));
    assertThat(post(run(1), 0, "a").status()).isEqualTo(200);
    assertThat(health()).isEqualTo("{\"message\":\"up\"}");
    assertThat(post(run(2), 0, "a").status()).isEqualTo(200);
    RawHttp.Answer refused = post(run(3), 0, "a");
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.headers()).containsEntry("retry-after", "1");
    assertThat(refused.body())
        .isEqualTo("{\"message\":\"this server admits no new runs: MAX_RUNS\"}");
    assertThat(health()).isEqualTo("{\"message\":\"up; new runs get 503: MAX_RUNS\"}");
    assertThat(post(run(1), 1, "a").status()).isEqualTo(200);
    assertThat(post(run(2), 1, "a").status()).isEqualTo(200);
    assertThat(server.publisher().published()).hasSize(4);
  }

  @Test
  void requestsWithoutAKeyAreTakenThoughStrangersHaveAllRuns() throws Exception {
    start(new AdmissionConfig(1, TTL, MIB, MIB));
    assertThat(post(run(1), 0, "a").status()).isEqualTo(200);
    assertThat(post(run(2), 0, "a").status()).isEqualTo(503);
    assertThat(server.post("{\"message\":\"a\"}").status()).isEqualTo(200);
  }

  @Test
  void aFloodOfNewRunsKeepsNobodyOutWhoIsIn() throws Exception {
    start(new AdmissionConfig(1_000, TTL, MIB, MIB));
    RunId innocent = RunId.random(new SecureRandom());
    assertThat(post(innocent, 0, "a b c").status()).isEqualTo(200);
    Map<Integer, Integer> statuses = new TreeMap<>();
    for (int stranger = 1; stranger <= 3_000; stranger++) {
      statuses.merge(post(run(stranger), 0, "a").status(), 1, Integer::sum);
      if (stranger % 100 == 0) {
        assertThat(post(innocent, stranger, "a b c").status()).isEqualTo(200);
      }
    }
    assertThat(statuses).containsOnly(Map.entry(200, 999), Map.entry(503, 2_001));
    assertThat(server.publisher().published()).hasSize(1_000 + 30);
    assertThat(samples())
        .containsEntry("pipeline_budget_used{budget=\"runs\"}", 1_000.0)
        .containsEntry("pipeline_budget_limit{budget=\"runs\"}", 1_000.0)
        .containsEntry("pipeline_run_ttl_seconds", (double) TTL.toSeconds())
        .containsEntry("http_server_refusals_total{reason=\"budget\",status=\"503\"}", 2_001.0);
  }

  @Test
  void aRunThatBringsTooManyWordsGets429AndTheOthersNothingOfIt() throws Exception {
    start(new AdmissionConfig(10, TTL, MIB, MIB));
    assertThat(post(run(1), 0, "a b c").status()).isEqualTo(200);
    int line = 0;
    RawHttp.Answer answer;
    do {
      answer = post(run(2), line, words(line * 1_000, 1_000));
      line++;
    } while (answer.status() == 200 && line < 100);
    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.headers()).containsEntry("retry-after", "1");
    assertThat(answer.body())
        .isEqualTo("{\"message\":\"this run has used up its part of MAX_WORDS_MIB\"}");
    int taken = server.publisher().published().size();
    assertThat(taken).isEqualTo(line);
    assertThat(post(run(1), 1, words(1_000_000, 100)).status()).isEqualTo(200);
    assertThat(post(run(2), 0, words(0, 1_000)).status()).isEqualTo(200);
    assertThat(samples().get("pipeline_budget_used{budget=\"words\"}")).isBetween(3e5, 1e6);
    assertThat(samples())
        .containsEntry("pipeline_budget_limit{budget=\"words\"}", (double) MIB)
        .containsEntry("http_server_refusals_total{reason=\"run_budget\",status=\"429\"}", 1.0);
  }

  @Test
  void sparseIdentitiesAre429() throws Exception {
    start(new AdmissionConfig(10, TTL, 20_000, MIB));
    int line = 0;
    while (post(run(1), line << 16, "a").status() == 200) {
      line++;
    }
    assertThat(line).isBetween(5, 60);
    assertThat(post(run(1), line << 16, "a").body()).contains("MAX_IDENTITIES_MIB");
    assertThat(post(run(1), 0, "a").status()).isEqualTo(200);
    assertThat(samples().get("pipeline_budget_used{budget=\"identities\"}")).isBetween(5e3, 2e4);
  }

  @Test
  void anUnknownRunThatBeganTooLongAgoIs409AndNotPublished() throws Exception {
    start(new AdmissionConfig(10, TTL, MIB, MIB));
    long start = System.currentTimeMillis() - TTL.plusMinutes(1).toMillis();
    RawHttp.Answer answer = post(RunId.startingAt(start, new SecureRandom()), 0, "a");
    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.headers()).doesNotContainKey("retry-after");
    assertThat(answer.body())
        .isEqualTo(
            "{\"message\":\"this run began too long ago: its counted lines may be forgotten\"}");
    assertThat(server.publisher().published()).isEmpty();
  }

  private void start(AdmissionConfig limits) throws Exception {
    server = new HttpFixture(limits);
  }

  private RawHttp.Answer post(RunId run, int seq, String line) throws Exception {
    try (RawHttp http = server.connect()) {
      http.send(request(run, seq, line));
      return http.answer();
    }
  }

  private static byte[] request(RunId run, int seq, String line) {
    return RawHttp.post("{\"message\":\"" + line + "\"}", "Idempotency-Key: " + run + "-" + seq);
  }

  private String health() throws Exception {
    RawHttp.Answer answer = server.send("GET", "/server/health");
    assertThat(answer.status()).isEqualTo(200);
    return answer.body();
  }

  private Map<String, Double> samples() throws Exception {
    return Samples.of(server.send("GET", "/server/metrics").body());
  }

  private static RunId run(int number) {
    return new RunId(0, number);
  }

  private static String words(int first, int count) {
    return IntStream.range(first, first + count)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(" "));
  }
}
