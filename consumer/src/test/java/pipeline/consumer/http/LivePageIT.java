package pipeline.consumer.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import pipeline.consumer.OnRealQueue;
import pipeline.consumer.store.Entries;
import pipeline.testkit.browser.Chromium;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.FreePort;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/**
 * The live page shows what is counted, here that of the finished jar on a real RabbitMQ, in a real
 * browser.
 */
@Tag("long")
class LivePageIT extends OnRealQueue {
  private static final String SCRIPT = "<script>document.title='broken'</script>";
  private static final String IMAGE = "<img/src=x/onerror=\"document.title='broken'\">";
  private static final int PHONE = 360;
  private static final EntryEncoder<?> ENCODER = new EntryEncoder<>(new WordCountFormat());

  /**
   * A script that tells the width of the window, the width hidden at its side, and the number of
   * panels wider than their place.
   */
  private static final String WIDTHS =
      "const page = document.documentElement;"
          + "const panels = [...document.querySelectorAll('.panel, figure, #runs, #tiles div')];"
          + "const cut = panels.filter(panel => panel.scrollWidth > panel.clientWidth).length;"
          + "const hidden = page.scrollWidth - page.clientWidth;"
          + "return `${innerWidth} shown, ${hidden} hidden, ${cut} cut`";

  /** A script that shows a consumer which has come back without its counts. */
  private static final String DEATH =
      "before.lines = 7;"
          + "show({workload: 'lift-rides', started: before.millis + 9000,"
          + "samples: [[before.millis + 9500, -1, 0, 0]],"
          + "counts: {figures: {rides: 3}, top: [], recent: [], runs: 0, duplicates: 0}});"
          + "return document.getElementById('back').textContent";

  private Chromium chromium;
  private String port;

  @BeforeEach
  void openBrowser() throws Exception {
    assumeTrue(Chromium.isInstalled(), "needs Chromium and chromedriver");
    chromium = new Chromium(temp);
    port = Integer.toString(FreePort.find());
  }

  @AfterEach
  void closeBrowser() throws Exception {
    if (chromium != null) {
      chromium.close();
    }
  }

  private ChildProcess opened(String... more) throws Exception {
    ChildProcess consumer = consumer(ArrayUtils.addAll(more, "--http", port));
    consumer.awaitErr("consuming from");
    chromium.open("http://127.0.0.1:" + port + "/");
    return consumer;
  }

  @Test
  void numbersMoveWordsAreTextAndALostConnectionComesBack() throws Exception {
    try (ChildProcess consumer = opened()) {
      awaitText("#state", "live");
      awaitText("[data-name=lines] dd", "0");

      publishLines(0, LINES);
      awaitText("[data-name=lines] dd", "400");
      awaitText("[data-name=words] dd", "800");
      awaitText("[data-name=distinct] dd", "11");
      awaitText("#top li:nth-child(1) bdi", "all");
      awaitText("#top li:nth-child(1) bdi + span", "400");
      awaitText("#runs p", "400 counted of ? · no gaps, not ended · 134 duplicates");
      awaitText("[data-name=ready] dd", "0");

      publishWords();
      awaitText("#top li:nth-child(1) bdi", IMAGE);
      awaitText("#top li:nth-child(2) bdi", SCRIPT);
      awaitText("#top li:nth-child(3) bdi", "all");
      awaitText("#runs p", "1,400 counted of ? · 11 missing: 1000–1010 · 134 duplicates");
      assertThat(text("#runs .whole")).isEqualTo("nothing");

      close(Entries.RUN, 1_412);
      awaitText("#runs p", "1,400 counted of 1,412 · 12 missing: 1000–1010, 1411 · 134 duplicates");
      publishEach(Stream.of(Entries.together(1_000, 1_011), Entries.line(1_411, "all .")));
      awaitText("#runs .whole p", "1,412 counted of 1,412 · complete · 134 duplicates");
      close(new RunId(1, 2), 9_930);
      awaitText(
          "#runs li:not(.whole) p", "0 counted of 9,930 · 9,930 missing: 0–9929 · 0 duplicates");
      assertCount(SCRIPT, "500");
      assertCount(".", "1");
      assertCount("a/ b?#%", "0");
      assertCount(" ", "");
      int samples = samples();
      chromium.open("http://127.0.0.1:" + port + "/");
      awaitText("#state", "live");
      assertThat(samples()).isGreaterThanOrEqualTo(samples).isGreaterThan(3);
      assertFits("light");
      assertFits("dark");
      assertThat(chromium.run("return document.title")).isEqualTo("wordcount – consumer");
      assertThat(chromium.console()).isEmpty();
      assertThat(consumer.isAlive()).isTrue();
    }
    awaitText("#state", "connection lost, trying again");
    try (ChildProcess again = consumer("--http", port)) {
      awaitText("#state", "live");
      awaitText("[data-name=lines] dd", "1,412");
      assertThat(text("#back"))
          .matches("The consumer was away for about \\d+ s. Its counts go on from what it saved.");
      again.signal("TERM");
      assertThat(again.await()).isZero();
    }
  }

  @Test
  void aWorkloadWithoutARankingShowsItsFigures() throws Exception {
    try (ChildProcess consumer = opened("--workload", "lift-rides")) {
      assertThat(consumer.isAlive()).isTrue();
      awaitText("[data-name=rides] dd", "0");
      awaitText("[data-name=vertical] dd", "0");
      assertThat(
              chromium.run("return getComputedStyle(document.querySelector('#ranking')).display"))
          .isEqualTo("none");
      assertThat(chromium.run(DEATH))
          .isEqualTo(
              "The consumer was away for about 9 s."
                  + " 4 rides that it had counted are gone: --state or --store keeps them.");
      assertThat(chromium.console()).isEmpty();
    }
  }

  private void assertCount(String word, String count) throws Exception {
    chromium.run(
        "const box = document.getElementById('word'); box.value = \""
            + word.replace("\"", "\\\"")
            + "\"; box.dispatchEvent(new Event('input')); return ''");
    awaitText("#count", count);
  }

  private int samples() throws Exception {
    return Integer.parseInt(
        chromium.run("return document.getElementById('history').dataset.points"));
  }

  private static void close(RunId run, long lines) throws Exception {
    publish(JSON, List.of(EntryEncoder.join(List.of(ENCODER.encode(new RunEnd(run, lines))))));
  }

  /**
   * Publishes two words that look like markup, more often than all others, with a gap in the line
   * numbers.
   */
  private static void publishWords() throws Exception {
    publishEach(
        IntStream.range(LINES, LINES + 1_011)
            .filter(seq -> seq < 1_000 || seq > 1_010)
            .mapToObj(seq -> Entries.line(seq, seq % 2 == 0 ? IMAGE : SCRIPT)));
  }

  private void assertFits(String scheme) throws Exception {
    chromium.scheme(scheme);
    for (int width : List.of(PHONE, 1_200)) {
      chromium.screen(width, 800, width == PHONE);
      await()
          .atMost(SOON)
          .untilAsserted(
              () -> assertThat(chromium.run(WIDTHS)).isEqualTo(width + " shown, 0 hidden, 0 cut"));
    }
  }

  private void awaitText(String selector, String text) {
    await().atMost(SOON).untilAsserted(() -> assertThat(text(selector)).isEqualTo(text));
  }

  private String text(String selector) throws Exception {
    return chromium.run(
        "const found = document.querySelector(\""
            + selector
            + "\");"
            + "return found ? found.textContent : 'nothing'");
  }
}
