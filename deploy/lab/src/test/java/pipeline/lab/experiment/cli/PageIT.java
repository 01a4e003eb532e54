package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import pipeline.testkit.browser.Chromium;

/** The pages of experiments and presets can be read in a real browser, on screens and phones. */
class PageIT extends OnFakeRunner {
  private static final String DRAWN =
      """
      return String(document.documentElement.dataset.rendered === 'true'
        && [...document.querySelectorAll('canvas')].every((one) => Number(one.dataset.points) > 0))
      """;

  /** What is wider than a phone scrolls by itself, not the page. */
  private static final String FITS =
      "return String(document.documentElement.scrollWidth <= window.innerWidth)";

  @Test
  void showsEverythingOnScreensAndPhonesInLightAndDark() throws Exception {
    Assumptions.assumeTrue(Chromium.isInstalled(), "Chromium is not installed");
    assertThat(run(FAKE, "--queue classic,quorum --threads 32,64")).isZero();
    main(FAKE, "preset r1 --quick --root ../.. --out " + home.resolve("r1"));
    try (Chromium browser = new Chromium(home)) {
      for (String page : List.of("out/experiment.html", "r1/preset.html")) {
        for (String scheme : List.of("light", "dark")) {
          for (int width : List.of(1280, 390)) {
            browser.screen(width, 900, width == 390);
            browser.scheme(scheme);
            browser.open(home.resolve(page).toUri().toString());
            assertThat(browser.run(DRAWN)).isEqualTo("true");
            assertThat(browser.run(FITS)).isEqualTo("true");
          }
        }
      }
      assertThat(browser.console()).isEmpty();
    }
  }
}
