package pipeline.lab.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.browser.Chromium;

/** The page in a real browser. */
class ExperimentPageIT {
  /** A folder to put pictures in, for a person to look at. */
  private static final String PICTURES = "pictures";

  @TempDir private Path directory;

  @Test
  void showsEverythingOnScreensAndPhonesInLightAndDark() throws Exception {
    show("experiment", ExperimentPage.of(SampleResults.make()));
  }

  @Test
  void showsAPresetOnThemToo() throws Exception {
    show("preset", PresetReport.html(BesideTableTest.preset()));
  }

  private void show(String name, String html) throws Exception {
    Assumptions.assumeTrue(Chromium.isInstalled(), "Chromium is not installed");
    Path page = Files.writeString(directory.resolve("page.html"), html);
    try (Chromium browser = new Chromium(directory)) {
      for (boolean phone : new boolean[] {false, true}) {
        for (String scheme : new String[] {"light", "dark"}) {
          browser.screen(phone ? 390 : 1200, 900, phone);
          browser.scheme(scheme);
          browser.open(page.toUri().toString());
          assertThat(browser.run("return '' + document.querySelectorAll('svg circle').length"))
              .isNotEqualTo("0");
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

  @Test
  void laysTheQueuesOfTheChosenCellsOverEachOther() throws Exception {
    Assumptions.assumeTrue(Chromium.isInstalled(), "Chromium is not installed");
    Path page = directory.resolve("experiment.html");
    Files.writeString(page, ExperimentPage.of(SampleResults.make()));
    try (Chromium browser = new Chromium(directory)) {
      browser.open(page.toUri().toString());
      assertThat(browser.run(shown())).isEqualTo("q0 q1");

      browser.run("document.getElementById('show0').click(); return ''");
      browser.run("document.getElementById('show4').click(); return ''");

      assertThat(browser.run(shown())).isEqualTo("q1 q4");
    }
  }

  private static String shown() {
    return "return [...document.querySelectorAll('.q')]"
        + ".filter(line => getComputedStyle(line).display !== 'none')"
        + ".map(line => line.classList[line.classList.length - 1]).join(' ')";
  }

  private static void keep(Chromium browser, String name) throws Exception {
    String pictures = System.getProperty(PICTURES);
    if (pictures != null) {
      Files.write(Path.of(pictures, name + ".png"), browser.screenshot());
    }
  }
}
