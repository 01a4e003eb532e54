package pipeline.consumer.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
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

/** The live page of the finished jar, on a real RabbitMQ, in a real browser. */
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

  @BeforeEach
  void findBrowser() {
    assumeTrue(Chromium.isInstalled(), "needs Chromium and chromedriver");
  }

  @Test
  void numbersMoveWordsAreTextAndALostConnectionComesBack() throws Exception {
    int port = FreePort.find();
    try (Chromium chromium = new Chromium(temp)) {
      try (ChildProcess consumer = consumer("--http", Integer.toString(port))) {
        consumer.awaitErr("consuming from");
        chromium.open("http://127.0.0.1:" + port + "/");
        awaitText(chromium, "#state", "live");
        awaitText(chromium, "[data-name=lines] dd", "0");

        publishLines(0, LINES);
        awaitText(chromium, "[data-name=lines] dd", "400");
        awaitText(chromium, "[data-name=words] dd", "800");
        awaitText(chromium, "[data-name=distinct] dd", "11");
        awaitText(chromium, "#top li:nth-child(1) bdi", "all");
        awaitText(chromium, "#top li:nth-child(1) bdi + span", "400");
        awaitText(chromium, "#runs p", "400 counted of ? · no gaps, not ended · 134 duplicates");
        awaitText(chromium, "[data-name=ready] dd", "0");

        publishWords();
        awaitText(chromium, "#top li:nth-child(1) bdi", IMAGE);
        awaitText(chromium, "#top li:nth-child(2) bdi", SCRIPT);
        awaitText(chromium, "#top li:nth-child(3) bdi", "all");
        awaitText(
            chromium, "#runs p", "1,400 counted of ? · 11 missing: 1000–1010 · 134 duplicates");
        assertThat(text(chromium, "#runs .whole")).isEqualTo("nothing");

        close(Entries.RUN, 1_412);
        awaitText(
            chromium,
            "#runs p",
            "1,400 counted of 1,412 · 12 missing: 1000–1010, 1411 · 134 duplicates");
        publish(JSON, List.of(Entries.message(List.of(Entries.together(1_000, 1_011)))));
        publish(JSON, List.of(Entries.message(List.of(Entries.line(1_411, "all .")))));
        awaitText(chromium, "#runs .whole p", "1,412 counted of 1,412 · complete · 134 duplicates");
        close(new RunId(1, 2), 9_930);
        awaitText(
            chromium,
            "#runs li:not(.whole) p",
            "0 counted of 9,930 · 9,930 missing: 0–9929 · 0 duplicates");
        assertCount(chromium, SCRIPT, "500");
        assertCount(chromium, ".", "1");
        assertCount(chromium, "a/ b?#%", "0");
        assertCount(chromium, " ", "");
        int samples = samples(chromium);
        chromium.open("http://127.0.0.1:" + port + "/");
        awaitText(chromium, "#state", "live");
        assertThat(samples(chromium)).isGreaterThanOrEqualTo(samples).isGreaterThan(3);
        assertFits(chromium, "light");
        assertFits(chromium, "dark");
        assertThat(chromium.run("return document.title")).isEqualTo("wordcount – consumer");
        assertThat(chromium.console()).isEmpty();
      }
      awaitText(chromium, "#state", "connection lost, trying again");
      try (ChildProcess again = consumer("--http", Integer.toString(port))) {
        awaitText(chromium, "#state", "live");
        awaitText(chromium, "[data-name=lines] dd", "1,412");
        assertThat(text(chromium, "#back"))
            .matches(
                "The consumer was away for about \\d+ s. Its counts go on from what it saved.");
        again.signal("TERM");
        assertThat(again.await()).isZero();
      }
    }
  }

  @Test
  void aWorkloadWithoutARankingShowsItsFigures() throws Exception {
    int port = FreePort.find();
    try (Chromium chromium = new Chromium(temp);
        ChildProcess consumer =
            consumer("--workload", "lift-rides", "--http", Integer.toString(port))) {
      consumer.awaitErr("consuming from");
      chromium.open("http://127.0.0.1:" + port + "/");
      awaitText(chromium, "[data-name=rides] dd", "0");
      awaitText(chromium, "[data-name=vertical] dd", "0");
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

  private static void assertCount(Chromium chromium, String word, String count) throws Exception {
    chromium.run(
        "const box = document.getElementById('word'); box.value = \""
            + word.replace("\"", "\\\"")
            + "\"; box.dispatchEvent(new Event('input')); return ''");
    awaitText(chromium, "#count", count);
  }

  private static int samples(Chromium chromium) throws Exception {
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
    List<byte[]> bodies = new ArrayList<>();
    for (int seq = LINES; seq < LINES + 1_011; seq++) {
      if (seq < 1_000 || seq > 1_010) {
        String words = seq % 2 == 0 ? IMAGE : SCRIPT;
        bodies.add(Entries.message(List.of(Entries.line(seq, words))));
      }
    }
    publish(JSON, bodies);
  }

  private void assertFits(Chromium chromium, String scheme) throws Exception {
    chromium.scheme(scheme);
    for (int width : List.of(PHONE, 1_200)) {
      chromium.screen(width, 800, width == PHONE);
      await()
          .atMost(SOON)
          .untilAsserted(
              () -> assertThat(chromium.run(WIDTHS)).isEqualTo(width + " shown, 0 hidden, 0 cut"));
    }
  }

  private static void awaitText(Chromium chromium, String selector, String text) {
    await().atMost(SOON).untilAsserted(() -> assertThat(text(chromium, selector)).isEqualTo(text));
  }

  private static String text(Chromium chromium, String selector) throws Exception {
    return chromium.run(
        "const found = document.querySelector(\""
            + selector
            + "\");"
            + "return found ? found.textContent : 'nothing'");
  }
}
