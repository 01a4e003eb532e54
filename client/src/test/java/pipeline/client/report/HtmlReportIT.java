package pipeline.client.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.client.broker.BrokerHistory;
import pipeline.testkit.browser.Chromium;

/** The report can be read in a real browser without a network. */
@Timeout(120)
class HtmlReportIT {
  /** The number of points that each chart has drawn, by the chart's name. */
  private static final String POINTS =
      """
      return JSON.stringify(Object.fromEntries(Array.from(document.querySelectorAll('canvas'),
        (chart) => [chart.id, Number(chart.dataset.points)])));
      """;

  @TempDir private static Path dir;
  private static Chromium chromium;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(Chromium.isInstalled(), "needs Chromium and chromedriver");
    chromium = new Chromium(dir);
  }

  @AfterAll
  static void end() throws Exception {
    if (chromium != null) {
      chromium.close();
    }
  }

  @Test
  void everyChartHasItsPoints() throws Exception {
    String dom = open(SampleRun.sweepResult(SampleRun.broker()));

    assertThat(points())
        .containsEntry("sweep-throughput", 3)
        .containsEntry("sweep-mean", 3)
        .containsEntry("sweep-p99", 3)
        .containsEntry("sweep-wall", 3)
        .containsEntry("story-chart", 15 + 2 * SampleRun.BROKER_SAMPLES)
        .containsEntry("time-latency", 4 * 15)
        .containsEntry("time-rates", 2 * (SampleRun.BROKER_SAMPLES - 1))
        .containsEntry("time-memory", SampleRun.BROKER_SAMPLES)
        .hasEntrySatisfying("distribution", n -> assertThat((int) n).isGreaterThan(3 * 40));
    assertThat(dom)
        .contains("The broker in each step", "<td>4 threads</td><td>420</td><td>10</td>");
  }

  @Test
  void aStepThatWasNotWarmIsMarked() throws Exception {
    assertThat(open(SampleRun.sweepResult(Optional.empty())))
        .contains("Without --warmup the first step has the time in which the programs warm up.");
    String grown =
        """
        result.seconds = [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3].map((n) =>
          ({step: 0, warmUp: false, width: 1, linesPerSecond: n * 100}));
        cold.push(...steps.slice(0, 1));
        fillCold();
        return growth(steps[0], 0) + ' ' + growth(steps[1], 1) + ' ' + byId('cold').textContent;
        """;
    assertThat(chromium.run(grown))
        .isEqualTo(
            "3 1 Not warm: 2 threads had 3 times as many lines a second at its end as at its"
                + " beginning. Give a longer --warmup before you compare.");
  }

  @Test
  void withoutABrokerNothingIsDrawnInItsPlace() throws Exception {
    String dom = open(SampleRun.sweepResult(Optional.empty()));

    assertThat(points())
        .containsEntry("story-chart", 15)
        .doesNotContainKeys("time-rates", "time-memory");
    assertThat(dom)
        .contains("The queue was not captured: the run was made without --broker-api")
        .contains("Not captured: the run was made without --broker-api and RABBITMQ_URL.");

    BrokerHistory silent = new BrokerHistory();
    silent.addFailure(0, "http://localhost:1 does not answer");
    assertThat(open(SampleRun.sweepResult(Optional.of(silent))))
        .contains("Not captured: http://localhost:1 does not answer.");
  }

  /** What looks like a place to fill in, or like a group of a pattern, stays as it is. */
  @Test
  void aRunOfNothingIsStillAPage() throws Exception {
    RunRecord nothing = SampleRun.record(List.of(), "{{page.css}} $1 \\", "4");

    assertThat(open(new ResultJson(nothing, List.of(), List.of(), "q", Optional.empty())))
        .contains("No step was run.", "java -jar client.jar '{{page.css}} $1 \\' 4");
  }

  @Test
  void theStoryOfTheWholeRunComesFirst() throws Exception {
    String dom = openWith(story(true, 0, 1_140.0));
    assertThat(dom)
        .contains(
            "EXACT: 99,300 of 99,300 lines counted, none twice, consumer-1 killed at 12.3 s,"
                + " 1.1 s without a confirmed line.")
        .contains("deploy/run 'it'\\''s.txt' 32</pre>")
        .contains("2 servers · 1 consumer · RabbitMQ &lt;/script&gt;")
        .contains("<td>consumer-1</td><td>99,300</td><td>1.23 ms</td><td>45.7 ms</td>");

    assertThat(openWith(story(false, 7_701, null)))
        .contains("WRONG: 7,701 of 99,300 lines lost, consumer-1 killed at 12.3 s.");
  }

  private static RunStory story(boolean exact, long lost, Double pause) {
    String command = RunStory.command("deploy/run", List.of("it's.txt", "32"));
    long began = 1_700_000_000_000L + 12_000;
    List<RunStory.Kill> kills = List.of(new RunStory.Kill("consumer-1", began + 12_300));
    String times = "consumer-1, from published to counted: lines=99300 p50=1.234ms p99=45.678ms";
    String broker = "RabbitMQ </script>";
    return new RunStory(
        command, 2, 1, broker, exact, 99_300, lost, kills, pause, List.of(times + " max=99.1ms"));
  }

  private static String openWith(RunStory story) throws Exception {
    open(SampleRun.sweepResult(SampleRun.broker()));
    story.addTo(dir.resolve("report.html"));
    return show(dir.resolve("report.html"));
  }

  private static Map<String, Object> points() throws Exception {
    return JSON.std.mapFrom(chromium.run(POINTS));
  }

  /**
   * Opens the report and returns its elements. The page's own policy refuses to load anything from
   * elsewhere, and the console logs that.
   */
  private static String open(ResultJson result) throws Exception {
    Path report = dir.resolve("report.html");
    try (OutputStream out = Files.newOutputStream(report)) {
      result.writePage(out);
    }
    return show(report);
  }

  private static String show(Path report) throws Exception {
    chromium.open(report.toUri().toString());
    String dom = chromium.run("return document.documentElement.outerHTML");
    assertThat(chromium.console()).isEmpty();
    assertThat(dom).contains("data-rendered=\"true\"");
    return dom;
  }
}
