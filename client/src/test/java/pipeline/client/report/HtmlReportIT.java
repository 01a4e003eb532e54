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

/** The report in a real browser without a network. */
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
        .containsEntry("time-throughput", 15)
        .containsEntry("time-lines", 15)
        .containsEntry("time-latency", 4 * 15)
        .containsEntry("time-queue", 2 * SampleRun.BROKER_SAMPLES)
        .containsEntry("time-rates", 2 * (SampleRun.BROKER_SAMPLES - 2))
        .containsEntry("time-memory", SampleRun.BROKER_SAMPLES)
        .hasEntrySatisfying("distribution", n -> assertThat((int) n).isGreaterThan(3 * 40));
    assertThat(dom)
        .contains("The broker in each step", "<td>4 threads</td><td>420</td><td>10</td>");
  }

  @Test
  void withoutABrokerNothingIsDrawnInItsPlace() throws Exception {
    String dom = open(SampleRun.sweepResult(Optional.empty()));

    assertThat(points()).doesNotContainKeys("time-queue", "time-rates", "time-memory");
    assertThat(dom)
        .contains("Not captured: the run was made without --broker-api and RABBITMQ_URL.");
  }

  @Test
  void aBrokerThatNeverAnsweredIsSaidToBeNotCaptured() throws Exception {
    BrokerHistory silent = new BrokerHistory();
    silent.addFailure(0, "http://localhost:1 does not answer");

    assertThat(open(SampleRun.sweepResult(Optional.of(silent))))
        .contains("Not captured: http://localhost:1 does not answer.");
  }

  @Test
  void aRunOfNothingIsStillAPage() throws Exception {
    RunRecord nothing = SampleRun.record(1, List.of(), "empty.txt", "4");

    assertThat(open(new ResultJson(nothing, List.of(), List.of(), "q", Optional.empty())))
        .contains("No step was run.")
        .doesNotContain("time-lines\"");
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
      HtmlReport.write(result, out);
    }
    chromium.open(report.toUri().toString());
    String dom = chromium.run("return document.documentElement.outerHTML");
    assertThat(chromium.console()).isEmpty();
    assertThat(dom).contains("data-rendered=\"true\"");
    return dom;
  }
}
