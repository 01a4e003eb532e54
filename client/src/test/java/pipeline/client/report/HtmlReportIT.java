package pipeline.client.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.client.broker.BrokerHistory;
import pipeline.testkit.browser.Chromium;

/** The report in a real browser without a network. */
@Timeout(120)
class HtmlReportIT {
  private static final Pattern CANVAS = Pattern.compile("<canvas [^>]*>");

  @TempDir private Path dir;

  @BeforeEach
  void findBrowser() {
    assumeTrue(Chromium.isInstalled(), "needs Chromium and chromedriver");
  }

  @Test
  void everyChartHasItsPoints() throws Exception {
    Page page = open(SampleRun.sweepResult(SampleRun.broker()));

    assertThat(page.console()).isEmpty();
    assertThat(page.dom()).contains("data-rendered=\"true\"");
    assertThat(page.points())
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
        .containsKey("distribution");
    assertThat(page.points().get("distribution")).isGreaterThan(3 * 40);
    assertThat(page.dom())
        .contains("The broker in each step", "<td>4 threads</td><td>420</td><td>10</td>");
  }

  @Test
  void withoutABrokerNothingIsDrawnInItsPlace() throws Exception {
    Page page = open(SampleRun.sweepResult(Optional.empty()));

    assertThat(page.console()).isEmpty();
    assertThat(page.points()).doesNotContainKeys("time-queue", "time-rates", "time-memory");
    assertThat(page.dom())
        .contains("Not captured: the run was made without --broker-api and RABBITMQ_URL.");
  }

  @Test
  void aBrokerThatNeverAnsweredIsSaidToBeNotCaptured() throws Exception {
    BrokerHistory silent = new BrokerHistory();
    silent.addFailure(0, "http://localhost:1 does not answer");

    Page page = open(SampleRun.sweepResult(Optional.of(silent)));

    assertThat(page.console()).isEmpty();
    assertThat(page.dom()).contains("Not captured: http://localhost:1 does not answer.");
  }

  @Test
  void aRunOfNothingIsStillAPage() throws Exception {
    RunRecord nothing = SampleRun.record(1, List.of(), "empty.txt", "4");
    Page page = open(new ResultJson(nothing, List.of(), List.of(), "q", Optional.empty()));

    assertThat(page.console()).isEmpty();
    assertThat(page.dom())
        .contains("data-rendered=\"true\"", "No step was run.")
        .doesNotContain("time-lines\"");
  }

  private record Page(String dom, List<String> console) {
    /** The number of points in each chart. */
    Map<String, Integer> points() {
      Map<String, Integer> points = new HashMap<>();
      Matcher canvas = CANVAS.matcher(dom);
      while (canvas.find()) {
        points.put(
            attribute(canvas.group(), "id"),
            Integer.valueOf(attribute(canvas.group(), "data-points")));
      }
      return points;
    }

    private static String attribute(String tag, String name) {
      Matcher value = Pattern.compile(" " + name + "=\"([^\"]*)\"").matcher(tag);
      assertThat(value.find()).as("%s of %s", name, tag).isTrue();
      return value.group(1);
    }
  }

  /**
   * Opens the report. Its own policy refuses to load anything from elsewhere, and the console logs
   * that.
   */
  private Page open(ResultJson result) throws Exception {
    Path report = dir.resolve("report.html");
    try (OutputStream out = Files.newOutputStream(report)) {
      HtmlReport.write(result, out);
    }
    try (Chromium chromium = new Chromium(dir)) {
      chromium.open(report.toUri().toString());
      return new Page(
          chromium.run("return document.documentElement.outerHTML"), chromium.console());
    }
  }
}
