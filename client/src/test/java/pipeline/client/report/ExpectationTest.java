package pipeline.client.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.client.input.BadInputException;
import pipeline.client.stats.StepStats;

class ExpectationTest {
  /** A step of half a second: successes of 1 to 100 ms, and two failures. */
  private static final StepStats STATS =
      SampleRun.stats(
          4,
          500_000_000,
          Map.of("a", 1L, "b", 1L),
          LongStream.rangeClosed(1, 100).map(ms -> ms * 1_000_000).toArray());

  @ParameterizedTest
  @CsvSource({
    "p99<100ms, true",
    "p99<99ms, false",
    "p99<=100000us, true",
    "p50<0.0515s, true",
    "p99.9>=100ms, true",
    "median>50.5ms, false",
    "mean=50.5ms, true",
    "max<=100ms, true",
    "wall<=500ms, true",
    "wall<500ms, false",
    "errors=0, false",
    "errors<=2, true",
    "requests=102, true",
    "throughput>199, true",
    "throughput>200, false",
    "throughput >= 200, true",
    "lines/s>599, true",
    "lines/s > 600, false",
    "lines=300, true"
  })
  void holdsOrNot(String text, boolean met) throws BadInputException {
    assertThat(Expectation.parseAll(text).get(0).check("a step", STATS).met()).isEqualTo(met);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "p99<50|needs a unit: us, ms or s",
        "errors=0ms|must be without a unit",
        "p99<50min|needs a unit",
        "errors/s<1|'errors/s' is not one of",
        "p100<1s|'p100' is not one of",
        "latency<1s|'latency' is not one of",
        "p99 50ms|does not look like",
        "p99<50ms,|'' does not look like",
        "p99<-1ms|does not look like",
        "p99<1e3ms|does not look like"
      })
  void whatMakesNoSenseIsNamed(String text, String message) {
    assertThatThrownBy(() -> Expectation.parseAll(text))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--expect: ")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({"p99<50ms", "max>0ms", "mean=0ms"})
  void withoutSuccessesNoTimeIsAsExpected(String text) throws BadInputException {
    StepStats nothing = SampleRun.stats(4, 500_000_000);

    Expectation.Check check = Expectation.parseAll(text).get(0).check("a step", nothing);

    assertThat(check.met()).isFalse();
    assertThat(check)
        .hasToString("a step: expected " + text + ", measured nothing, as no request succeeded");
  }
}
