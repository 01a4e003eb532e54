package pipeline.client.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.lang3.StringUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.client.broker.BrokerHistory;
import pipeline.client.input.JsonTree;
import pipeline.client.load.Plans;
import pipeline.client.load.StepResult;
import pipeline.client.stats.LatencyStats;

/**
 * The JSON is as its published schema says, and tells a run's own numbers. A step is cut into
 * seconds that have all of its requests, each in the one in which it ended.
 */
class ResultJsonTest {
  @Test
  void aSweepIsAsTheSchemaSays() throws IOException {
    byte[] document = write(SampleRun.sweepResult(SampleRun.broker()));
    assertThat(violations(new String(document, UTF_8))).isEmpty();
    assertThat(violations("{\"format\":\"pipeline-client-result/1\",\"more\":1}"))
        .hasSizeGreaterThan(1);

    JsonTree json = JsonTree.parse(document);
    assertThat(json.at("best").whole()).hasValue(2);
    JsonTree step = json.at("steps").elements().get(1);
    assertThat(step.at("successes").whole()).hasValue(2_000);
    assertThat(step.at("startSeconds").number()).hasValue(12);
    assertThat(step.at("throughput").number()).hasValue(400);
    assertThat(step.at("longestWait").number()).hasValue(205.95);
    assertThat(step.at("lines").whole()).hasValue(2_000 * SampleRun.LINES);
    assertThat(step.at("linesPerSecond").number()).hasValue(400 * SampleRun.LINES);
    assertThat(json.at("run", "linesPerRequest").whole()).hasValue(SampleRun.LINES);
    JsonTree second = json.at("seconds").elements().get(0);
    long successes = second.at("successes").whole().orElseThrow();
    assertThat(second.at("lines").whole()).hasValue(successes * SampleRun.LINES);
    assertThat(samplesOf(second)).isEqualTo(successes);
    assertThat(samplesOf(step.at("latency"))).isEqualTo(2_000);
    assertThat(step.at("rate").isPresent()).isFalse();
    assertThat(json.at("seconds").elements()).hasSize(15);
    assertThat(json.at("broker", "maxReady").whole()).hasValue(420);
    assertThat(step.at("broker", "maxReady").whole()).hasValue(420);
    assertThat(step.at("broker", "maxUnacked").whole()).hasValue(10);
    assertThat(json.at("run", "command").text())
        .hasValue("java -jar client.jar 'it'\\''s.txt' 2,4,8 --report r.html");
  }

  @Test
  void aRunOfNothingIsAsTheSchemaSays() throws IOException {
    StepResult empty = SampleRun.step(Plans.closed(1, 1), 0, SampleRun.stats(1, 0));
    RunRecord run = SampleRun.record(List.of(empty));
    Optional<BrokerHistory> broker = Optional.of(new BrokerHistory());
    byte[] document = write(new ResultJson(run, List.of(), List.of(), "q", broker));
    assertThat(violations(new String(document, UTF_8))).isEmpty();

    JsonTree json = JsonTree.parse(document);
    JsonTree step = json.at("steps").elements().get(0);
    assertThat(step.at("latency", "count").whole()).hasValue(0);
    assertThat(step.at("latency", "p99").isPresent()).isFalse();
    assertThat(step.at("longestWait").isPresent()).isFalse();
    assertThat(step.at("broker").isPresent()).isFalse();
    assertThat(json.at("broker", "maxReady").isPresent()).isFalse();
  }

  private static long samplesOf(JsonTree latency) {
    return LatencyStats.decoded(latency.at("histogram").text().orElseThrow(), 0, 0, 0).count();
  }

  private static byte[] write(ResultJson result) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    result.write(out);
    return out.toByteArray();
  }

  private static Set<ValidationMessage> violations(String document) throws IOException {
    try (InputStream schema = ResultJson.class.getResourceAsStream("result.schema.json")) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
          .getSchema(schema)
          .validate(document, InputFormat.JSON);
    }
  }

  private static final long MS = 1_000_000;

  private final SecondSeries series = new SecondSeries();

  /** Seconds by their beginnings, lengths (* for a warm-up), successes and failures. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a request counts in the second in which it ends | 0 | 500 | 600 1400 1600 3400   | 500+1000=2 1500+1000=1 2500+900=1
          a short rest belongs to the second before       | 0 | 0   | 500 1100             | 0+1100=2
          a stall is seconds without successes, no gap    | 0 | 0   | 500 2500             | 0+1000=1 1000+1000=0 2000+500=1
          a result handed over late is not lost           | 0 | 0   | 500 2500 600 2600    | 0+1000=1 1000+1000=1 2000+600=2
          seconds of the warm-up are marked               | 2 | 0   | 500 1500 2500        | 0+1000*=1 1000+1000*=1 2000+500=1
          a failure is counted apart                      | 0 | 0   | 500 600! 2000!       | 0+1000=1!1 1000+1000=0!1
          an empty step has no seconds                    | 0 | 0   |                      |
          """)
  void aStepIsCutIntoSeconds(
      String rule, int warmUpSeconds, long startMillis, String ends, String seconds) {
    series.stepStarted(Plans.closed(1, 1, Duration.ofSeconds(warmUpSeconds)), startMillis * MS);
    for (String end : StringUtils.split(StringUtils.defaultString(ends))) {
      long endMillis = Long.parseLong(end.replace("!", ""));
      int status = end.endsWith("!") ? 503 : 200;
      series.ended(SampleRun.result(endMillis * MS - 10, 10, status));
    }
    series.stepEnded(null);

    assertThat(series.seconds())
        .extracting(
            second ->
                "%s+%s%s=%s%s"
                    .formatted(
                        second.startNanos() / MS,
                        second.lengthNanos() / MS,
                        second.warmUp() ? "*" : "",
                        second.successes(),
                        second.failures() == 0 ? "" : "!" + second.failures()))
        .containsExactly(StringUtils.split(StringUtils.defaultString(seconds)));
  }
}
