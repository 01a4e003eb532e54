package pipeline.client.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import pipeline.wire.page.HtmlPage;

/** A run as an HTML file. The numbers are those of the JSON; nothing is computed here. */
final class HtmlReport {
  private HtmlReport() {}

  /** Writes the file and leaves the stream open. */
  static void write(ResultJson result, OutputStream out) throws IOException {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    result.withoutHistograms().write(json);
    Map<String, String> contents =
        Map.of(
            "title",
            "Load test report",
            "policy",
            HtmlPage.ALONE,
            "result.json",
            HtmlPage.insideScript(json.toString(StandardCharsets.UTF_8)));
    String page = HtmlPage.of(HtmlReport.class, "report.html", contents);
    out.write(page.getBytes(StandardCharsets.UTF_8));
  }
}
