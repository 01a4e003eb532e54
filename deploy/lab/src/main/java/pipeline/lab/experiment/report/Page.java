package pipeline.lab.experiment.report;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page in the making, as the data that {@code page.html} draws. The HTML needs nothing else:
 * style, scripts and chart library, which are the client's report's, are in it. Used once, by one
 * thread.
 */
final class Page {
  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z.-]+)}}");
  private static final String CHART_LIBRARY =
      "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js";
  private static final String CLIENT = "/pipeline/client/report/";

  private final Map<String, Object> page = new LinkedHashMap<>();
  private final List<Map<String, Object>> sections = new ArrayList<>();

  /**
   * @param command as it can be pasted into a shell
   */
  Page(String title, String subtitle, String command) {
    page.put("title", title);
    page.put("subtitle", subtitle);
    page.put("command", command);
    page.put("sections", sections);
  }

  /** Begins a section, which gets all that is added from now on. */
  void section(String title, String... paragraphs) {
    Map<String, Object> section = new LinkedHashMap<>();
    section.put("title", title);
    section.put("paragraphs", List.of(paragraphs));
    section.put("charts", new ArrayList<>());
    sections.add(section);
  }

  void command(String command) {
    last().put("command", command);
  }

  /** Adds the sentences that say what was found. */
  void sentences(List<String> sentences) {
    last().put("sentences", sentences);
  }

  /** Adds the section's table; a section has one at most. */
  void table(List<String> header, List<List<String>> rows) {
    last().put("table", Map.of("header", header, "rows", rows));
  }

  /** Adds a table of names and values. */
  void table(Map<String, String> values) {
    table(
        List.of("what", "value"),
        values.entrySet().stream()
            .map(value -> List.of(value.getKey(), value.getValue()))
            .toList());
  }

  @SuppressWarnings("unchecked") // begun with a list
  void chart(Chart chart) {
    ((List<Object>) last().get("charts")).add(chart.data());
  }

  /** Adds a link to another page in the same directory. */
  void link(String file) {
    last().put("link", file);
  }

  private Map<String, Object> last() {
    return sections.get(sections.size() - 1);
  }

  String json() throws IOException {
    return JSON.std.asString(page);
  }

  /** The page as one HTML file. */
  String html() {
    try {
      String json = json();
      return PLACE
          .matcher(resource("page.html"))
          .replaceAll(place -> Matcher.quoteReplacement(content(place.group(1), json)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String content(String name, String json) {
    return switch (name) {
      // in JSON a < stands in strings only; escaped, no text can end the script element
      case "page.json" -> json.replace("<", "\\u003c");
      case "chart.js" -> resource(CHART_LIBRARY);
      case "report.css", "page.js" -> resource(CLIENT + name);
      default -> resource(name);
    };
  }

  private static String resource(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the jar lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
