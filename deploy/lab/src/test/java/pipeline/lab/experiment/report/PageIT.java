package pipeline.lab.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.browser.Chromium;

/** Tests the page in a real browser. */
class PageIT {
  /** The system property with a folder for pictures of the page, for a person to look at. */
  private static final String PICTURES = "pictures";

  private static final String DRAWN = ".every(canvas => Number(canvas.dataset.points) > 0))";

  @TempDir private Path directory;

  @Test
  void showsEverythingOnScreensAndPhonesInLightAndDark() throws Exception {
    show("experiment", ExperimentReport.html(SampleResults.make()));
  }

  @Test
  void showsAPresetOnThemToo() throws Exception {
    show("preset", BesideReportTest.preset().html());
  }

  private void show(String name, String html) throws Exception {
    Assumptions.assumeTrue(Chromium.isInstalled(), "Chromium is not installed");
    Path page = Files.writeString(directory.resolve("page.html"), html);
    try (Chromium browser = new Chromium(directory)) {
      for (boolean phone : new boolean[] {false, true}) {
        for (String scheme : new String[] {"light", "dark"}) {
          browser.screen(phone ? 390 : 1280, 900, phone);
          browser.scheme(scheme);
          browser.open(page.toUri().toString());
          assertThat(browser.run("return document.documentElement.dataset.rendered"))
              .isEqualTo("true");
          assertThat(browser.run("return String([...document.querySelectorAll('canvas')]" + DRAWN))
              .isEqualTo("true");
          // what is wider than a phone scrolls by itself, not the page
          assertThat(
                  browser.run(
                      "return String(document.documentElement.scrollWidth > window.innerWidth)"))
              .isEqualTo("false");
          keep(browser, name + (phone ? "-phone-" : "-screen-") + scheme);
        }
      }
      assertThat(browser.console()).isEmpty();
    }
  }

  private static void keep(Chromium browser, String name) throws Exception {
    String pictures = System.getProperty(PICTURES);
    if (pictures != null) {
      Files.write(Path.of(pictures, name + ".png"), browser.screenshot());
    }
  }
}
