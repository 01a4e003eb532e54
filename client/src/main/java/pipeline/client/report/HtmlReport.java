package pipeline.client.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A run as one HTML file that needs nothing else: style, scripts, chart library and numbers are in
 * it. The numbers are those of the JSON; nothing is computed here.
 */
final class HtmlReport {
  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z.-]+)}}");
  private static final String CHART_LIBRARY =
      "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js";

  private HtmlReport() {}

  /** Writes the file and leaves the stream open. */
  static void write(ResultJson result, OutputStream out) throws IOException {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    result.write(json);
    StringBuilder page = new StringBuilder();
    String template =
        resource("frame.html")
            .replace("{{page.title}}", "Load test report")
            .replace("{{page.body}}", resource("report.html"));
    Matcher place = PLACE.matcher(template);
    while (place.find()) {
      String name = place.group(1);
      String content =
          switch (name) {
            case "result.json" -> insideScript(json.toString(StandardCharsets.UTF_8));
            case "chart.js" -> resource(CHART_LIBRARY);
            default -> resource(name);
          };
      place.appendReplacement(page, Matcher.quoteReplacement(content));
    }
    out.write(place.appendTail(page).toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Escapes each {@code <}, which JSON has in strings only, so that no text can end the script
   * element.
   */
  static String insideScript(String json) {
    return json.replace("<", "\\u003c");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the jar lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
