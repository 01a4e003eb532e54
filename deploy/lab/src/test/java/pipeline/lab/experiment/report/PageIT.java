package pipeline.lab.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.browser.Chromium;

/** Tests the pages of an experiment and of a preset in a real browser. */
class PageIT {
  private static final String DRAWN =
      """
      return String(document.documentElement.dataset.rendered === 'true'
        && [...document.querySelectorAll('canvas')].every((one) => Number(one.dataset.points) > 0))
      """;

  /** What is wider than a phone scrolls by itself, not the page. */
  private static final String FITS =
      "return String(document.documentElement.scrollWidth <= window.innerWidth)";

  @TempDir private Path directory;

  @Test
  void showsEverythingOnScreensAndPhonesInLightAndDark() throws Exception {
    Assumptions.assumeTrue(Chromium.isInstalled(), "Chromium is not installed");
    String experiment = ExperimentReport.html(SampleResults.make());
    Path page = directory.resolve("page.html");
    try (Chromium browser = new Chromium(directory)) {
      for (String html : List.of(experiment, BesideReportTest.preset().html())) {
        Files.writeString(page, html);
        for (String scheme : List.of("light", "dark")) {
          for (int width : List.of(1280, 390)) {
            browser.screen(width, 900, width == 390);
            browser.scheme(scheme);
            browser.open(page.toUri().toString());
            assertThat(browser.run(DRAWN)).isEqualTo("true");
            assertThat(browser.run(FITS)).isEqualTo("true");
          }
        }
      }
      assertThat(browser.console()).isEmpty();
    }
  }
}
