package pipeline.lab.experiment.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** A self-contained page in the making, without a script. Used once, by one thread. */
final class HtmlPage {
  private final StringBuilder body = new StringBuilder();

  /**
   * A heading.
   *
   * @param text under it, may be empty
   */
  void section(String title, String text) {
    body.append("<h2>").append(Plot.text(title)).append("</h2>\n");
    if (!text.isEmpty()) {
      paragraph(text);
    }
  }

  void paragraph(String text) {
    body.append("<p>").append(Plot.text(text)).append("</p>\n");
  }

  /**
   * A chart.
   *
   * @param text as HTML
   */
  void figure(String title, String text, String chart) {
    body.append("<figure><figcaption><h3>").append(Plot.text(title)).append("</h3>");
    body.append(text);
    body.append("</figcaption><div class=\"plot\" tabindex=\"0\" role=\"region\" aria-label=\"")
        .append(Plot.text(title))
        .append("\">")
        .append(chart)
        .append("</div></figure>\n");
  }

  /** A table; with an empty {@code header} it has none. */
  void table(String id, List<String> header, List<List<String>> rows) {
    body.append(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%1$s\"><table id=\"%1$s\">\n"
            .formatted(id));
    if (!header.isEmpty()) {
      body.append(row("th", header));
    }
    rows.forEach(row -> body.append(row("td", row)));
    body.append("</table></div>\n");
  }

  private static String row(String element, List<String> cells) {
    return cells.stream()
        .map(cell -> "<%1$s>%2$s</%1$s>".formatted(element, Plot.text(cell)))
        .collect(Collectors.joining("", "<tr>", "</tr>\n"));
  }

  /** Anything else. */
  void html(String html) {
    body.append(html);
  }

  /** The colour of a line, and what it stands for. */
  static String key(int colour, String what) {
    return "<span class=\"key c%s\"></span>%s".formatted(colour, Plot.text(what));
  }

  /**
   * The page.
   *
   * @param style more of it, may be empty
   */
  String page(String title, String subtitle, String command, String style) {
    return resource("experiment.html")
        .replace("{{title}}", Plot.text(title))
        .replace("{{style}}", resource("experiment.css") + style)
        .replace("{{command}}", Plot.text(command))
        .replace("{{subtitle}}", Plot.text(subtitle))
        .replace("{{body}}", body);
  }

  private static String resource(String name) {
    try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
