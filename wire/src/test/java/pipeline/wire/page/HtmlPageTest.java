package pipeline.wire.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is put into a page stays text, and a page without one of its files is no page. */
class HtmlPageTest {
  @Test
  void aContentIsPutInAsItIs() {
    String page = HtmlPage.of(HtmlPageTest.class, "page.js", contents("{{page.css}} $1 \\"));
    assertThat(page).contains("<title>{{page.css}} $1 \\</title>", "'use strict';", ":root {");
  }

  @Test
  void aFileThatIsMissingIsNamed() {
    assertThatThrownBy(() -> HtmlPage.of(HtmlPageTest.class, "nothing.html", contents("")))
        .hasMessageContaining("nothing.html");
  }

  @Test
  void noTextEndsAScript() {
    assertThat(HtmlPage.insideScript("\"</script>\"")).isEqualTo("\"\\u003c/script>\"");
  }

  private static Map<String, String> contents(String title) {
    return Map.of("title", title, "policy", HtmlPage.ALONE);
  }
}
