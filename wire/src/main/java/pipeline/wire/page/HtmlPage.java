package pipeline.wire.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes pages that are one HTML file and need nothing else: style, scripts and chart library are in
 * it. All pages have the same frame, style and charts.
 */
public final class HtmlPage {
  /** The content security policy of a page that is opened from a disk: it may load nothing. */
  public static final String ALONE =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

  private static final String CHART_LIBRARY =
      "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js";

  /** A place that is filled: by a content, by the chart library, or by the file of that name. */
  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z.-]+)}}");

  private HtmlPage() {}

  /**
   * Makes a page.
   *
   * @param owner the class beside which the page's own files lie
   * @param body the file of what is in the body
   * @param contents what stands in the places of these names; {@code title} and {@code policy} are
   *     in every page
   */
  public static String of(Class<?> owner, String body, Map<String, String> contents) {
    String template = file(owner, "frame.html").replace("{{body}}", file(owner, body));
    return PLACE
        .matcher(template)
        .replaceAll(
            place -> {
              String name = place.group(1);
              String content = contents.get(name);
              return Matcher.quoteReplacement(content == null ? file(owner, name) : content);
            });
  }

  /**
   * Escapes each {@code <}, which JSON has in strings only, so that no text can end the script
   * element.
   */
  public static String insideScript(String json) {
    return json.replace("<", "\\u003c");
  }

  private static String file(Class<?> owner, String name) {
    String path = name.equals("chart.js") ? CHART_LIBRARY : name;
    try (InputStream own = owner.getResourceAsStream(path);
        InputStream common = HtmlPage.class.getResourceAsStream(path)) {
      InputStream found = common == null ? own : common;
      if (found == null) {
        throw new IOException("the jar lacks " + name);
      }
      return new String(found.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
