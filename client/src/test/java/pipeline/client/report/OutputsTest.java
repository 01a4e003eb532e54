package pipeline.client.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import pipeline.client.cli.OutputOptions;
import pipeline.client.input.BadInputException;
import pipeline.client.load.Plans;
import pipeline.client.load.RunClock;
import pipeline.client.stats.StepStats;
import pipeline.wire.process.Console;
import pipeline.wire.process.OutputFile;

/**
 * Each output of a run has its content, one that cannot be written is told in one line, and each
 * expectation is checked.
 */
class OutputsTest {
  private static final RunClock CLOCK = new RunClock(() -> 0, 0, 1_700_000_000_000L);

  /** A step of half a second: successes of 1 to 100 ms, and two failures. */
  private static final StepStats STATS =
      SampleRun.stats(
          4,
          500_000_000,
          Map.of("a", 1L, "b", 1L),
          LongStream.rangeClosed(1, 100).map(ms -> ms * 1_000_000).toArray());

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path dir;

  @ParameterizedTest
  @CsvSource({"1, '', ''", "3, ',lines', ',3'"})
  void csvHasARowForEachMeasuredRequest(int linesPerRequest, String heading, String lines)
      throws Exception {
    Path path = dir.resolve("a.csv");
    OutputFile file = OutputFile.named("--csv", path);
    try (CsvFile csv = new CsvFile(file.open(), CLOCK, linesPerRequest > 1)) {
      csv.stepStarted(Plans.closed(1, 1, Duration.ofMillis(10)), 0);
      csv.ended(SampleRun.result(9_999_999, 5, 200));
      csv.ended(SampleRun.result(10_000_000, 1_234_560, 200));
      csv.ended(SampleRun.result(2_000_000_000, 50, 503));
    }
    assertThat(path)
        .hasContent(
            """
            start_ms,type,latency_ms,code%1$s
            1700000000010,POST,1.2346,200%2$s
            1700000002000,POST,0.0001,503%2$s
            """
                .formatted(heading, lines));
  }

  @Test
  void csvCanBeReadAlongHoweverFewTheRowsAre() throws Exception {
    Path path = dir.resolve("a.csv");
    OutputFile file = OutputFile.named("--csv", path);
    try (CsvFile csv = new CsvFile(file.open(), CLOCK, false)) {
      Path unfinished = OutputFile.unfinished(path).orElseThrow();
      csv.stepStarted(Plans.closed(1, 1), 0);
      csv.ended(SampleRun.result(50_000_000, 5, 200));
      assertThat(unfinished).isEmptyFile();
      csv.ended(SampleRun.result(100_000_000, 5, 200));
      assertThat(unfinished).content().hasLineCount(3);
    }
    assertThat(path).content().hasLineCount(3);
  }

  @Test
  void theBrokerOfTheEnvironmentIsWatchedForAReportOnly() {
    Map<String, String> env = Map.of("RABBITMQ_URL", "amqp://me:s3cret@127.0.0.1:1");
    String report = dir.resolve("r.html").toString();

    try (Outputs without = open(env);
        Outputs with = open(env, "--report", report)) {
      assertThat(without.queueDepth()).isEmpty();
      assertThat(with.queueDepth()).isPresent();
    }
    assertThat(err.toString(UTF_8))
        .contains("the broker is not captured yet: ", "amqp://127.0.0.1:1 does not tell")
        .doesNotContain("s3cret");
    assertThatThrownBy(() -> open(Map.of("RABBITMQ_URL", "me:s3cret@h"), "--report", report))
        .isInstanceOf(BadInputException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "p99<100ms; p99<=100000us; p50<0.0515s; p99.9>=100ms; mean=50.5ms; max<=100ms, true",
    "wall<=500ms; errors<=2; requests=102; throughput>199; throughput >= 200, true",
    "lines/s>599; lines=300, true",
    "p99<99ms; median>50.5ms; wall<500ms; errors=0; throughput>200; lines/s > 600, false"
  })
  void anExpectationIsMetWhenItsFigureIsAsItSays(String texts, boolean met) {
    for (String text : texts.split("; ", -1)) {
      Expectation expectation = Expectation.parseAll(text).get(0);
      assertThat(expectation.check("a step", STATS).met()).as(text).isEqualTo(met);
    }
  }

  @ParameterizedTest
  @CsvSource({"p99<50ms", "max>0ms", "mean=0ms"})
  void withoutSuccessesNoTimeIsAsExpected(String text) {
    StepStats nothing = SampleRun.stats(4, 500_000_000);

    Expectation.Check check = Expectation.parseAll(text).get(0).check("a step", nothing);

    assertThat(check.met()).isFalse();
    assertThat(check)
        .hasToString("a step: expected " + text + ", measured nothing, as no request succeeded");
  }

  private Outputs open(Map<String, String> env, String... arguments) {
    OutputOptions options = new OutputOptions();
    new CommandLine(options).parseArgs(arguments);
    PrintStream printer = new PrintStream(err, true, UTF_8);
    Console console = new Console("client", printer, printer, false);
    return new Outputs(options.toConfig(List.of(), "wordcount", 1), CLOCK, console, env);
  }
}
