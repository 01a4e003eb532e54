package pipeline.lab.experiment.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.statistics.Comparison;
import pipeline.lab.system.Part;

/** The experiment as one self-contained page, without a script. */
public final class HtmlReport {
  private final Results results;
  private final Charts charts;
  private final StringBuilder page = new StringBuilder();

  private HtmlReport(Results results) {
    this.results = results;
    charts = new Charts(results);
  }

  /** The whole page. */
  public static String of(Results results) {
    return new HtmlReport(results).page();
  }

  private String page() {
    String template = resource("experiment.html");
    String style = resource("experiment.css") + queueStyle();
    verdicts();
    figure(
        "Effects",
        "Each factor's level against its base level, over all settings of the other factors: change of throughput with its 95 % interval. Shaded: changes below the margin. The control compares the base with itself.",
        charts.forest());
    section(
        "Cells",
        "One row for each cell, numbers are medians over its launches. Select the table to copy it.");
    cells();
    section(
        "Launches",
        "Every launch is a dot; red ones are not whole and are left out of the effects.");
    figure(
        "By cell",
        "Lines join the launches of a round, which had the machine in about the same state.",
        charts.rounds());
    figure(
        "In the order they were made",
        "A drift here is the machine's: rounds keep it out of the effects.",
        charts.order(Metric.PRIMARY));
    figure(
        "CPU probe",
        "Milliseconds for a fixed piece of work before and after each launch: when it rises, the machine was slower.",
        charts.order(Metric.PROBE));
    section("Cost and response times", "");
    figure(
        "CPU a line",
        "Of all processes of a part together, from the first request to the last line counted. "
            + legend(),
        charts.cpu());
    figure("Throughput against p99", "Right and low is good.", charts.tradeOff());
    curves();
    heatMaps();
    queues();
    broken();
    section("Method", "");
    page.append("<p>").append(Plot.text(Method.text(results))).append("</p>\n");
    section("Machine", "");
    table(
        "environment",
        List.of(),
        results.machine().entrySet().stream()
            .map(entry -> List.of(entry.getKey(), entry.getValue()))
            .toList());
    return template
        .replace("{{style}}", style)
        .replace("{{command}}", Plot.text(results.command()))
        .replace("{{subtitle}}", Plot.text(MarkdownReport.preamble(results)))
        .replace("{{body}}", page);
  }

  private void verdicts() {
    section("Verdicts", "");
    List<Comparison> all = new ArrayList<>(results.analysis().factors());
    all.add(results.analysis().control());
    table(
        "verdicts",
        List.of(),
        all.stream().map(each -> List.of(each.what(), MarkdownReport.sentence(each))).toList());
  }

  private void cells() {
    CellTable cells = new CellTable(results);
    table("cells", cells.header(), cells.rows());
  }

  private void curves() {
    List<Factor> varied = results.design().varied();
    if (varied.isEmpty()) {
      return;
    }
    section("Against each factor", "Medians; a line for each setting of the other factors.");
    for (Factor factor : varied) {
      figure(factor.name() + ": throughput", keys(factor), charts.curve(factor, Metric.PRIMARY));
      figure(factor.name() + ": p99", keys(factor), charts.curve(factor, Metric.P99));
    }
  }

  private void heatMaps() {
    List<HeatMap> maps = HeatMap.all(results);
    if (maps.isEmpty()) {
      return;
    }
    section(
        "Two factors together",
        "Lines a second until counted; darker is more. Medians; their geometric mean over the settings of other factors.");
    maps.forEach(map -> figure(map.title(), "", map.svg()));
  }

  private void queues() {
    List<Cell> cells = results.design().cells();
    section(
        "Queue length over time",
        "Messages that waited, a second after the other, in the launch of median throughput. Choose the cells to lay over each other.");
    page.append("<figure class=\"queues\"><div class=\"choice\">\n");
    for (int i = 0; i < cells.size(); i++) {
      page.append(
          "<label class=\"t%d\"><input type=\"checkbox\" id=\"show%d\"%s> %s</label>\n"
              .formatted(
                  i % 5 + 1,
                  i,
                  i < 2 ? " checked" : "",
                  Plot.text(results.design().label(cells.get(i)))));
    }
    page.append("</div><div class=\"plot\">")
        .append(QueueChart.of(results))
        .append("</div></figure>\n");
  }

  /** Hides the lines of cells that are not chosen. */
  private String queueStyle() {
    return IntStream.range(0, results.design().cells().size())
        .mapToObj(
            i -> ".queues:not(:has(#show%1$d:checked)) .q%1$d { display: none; }".formatted(i))
        .collect(Collectors.joining("\n", "\n", "\n"));
  }

  private void broken() {
    List<List<String>> rows =
        results.launches().stream().filter(launch -> !launch.isOk()).map(this::row).toList();
    if (!rows.isEmpty()) {
      section("Launches that are not whole", "");
      table("broken", List.of("round", "cell", "why"), rows);
    }
  }

  private List<String> row(Launch launch) {
    return List.of(
        Integer.toString(launch.slot().block() + 1),
        results.design().label(launch.slot().cell()),
        launch.status() + ": " + launch.note());
  }

  private void section(String title, String text) {
    page.append("<h2>").append(Plot.text(title)).append("</h2>\n");
    if (!text.isEmpty()) {
      page.append("<p>").append(Plot.text(text)).append("</p>\n");
    }
  }

  /**
   * @param text as HTML
   */
  private void figure(String title, String text, String chart) {
    page.append("<figure><figcaption><h3>").append(Plot.text(title)).append("</h3>");
    page.append(text);
    page.append("</figcaption><div class=\"plot\" tabindex=\"0\" role=\"region\" aria-label=\"")
        .append(Plot.text(title))
        .append("\">")
        .append(chart)
        .append("</div></figure>\n");
  }

  /** A line's colour for each setting of the other factors, none if there is only one. */
  private String keys(Factor factor) {
    List<String> others = charts.others(factor);
    return others.size() < 2
        ? ""
        : IntStream.range(0, others.size())
            .mapToObj(
                i ->
                    "<span class=\"key c%d\"></span>%s"
                        .formatted(i % 5 + 1, Plot.text(others.get(i))))
            .collect(Collectors.joining(" "));
  }

  private static String legend() {
    return Arrays.stream(Part.values())
        .map(part -> "<span class=\"key c%d\"></span>%s".formatted(Charts.colour(part), part))
        .collect(Collectors.joining(" "));
  }

  private void table(String id, List<String> header, List<List<String>> rows) {
    page.append(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%1$s\"><table id=\"%1$s\">\n"
            .formatted(id));
    if (!header.isEmpty()) {
      page.append(row("th", header));
    }
    rows.forEach(row -> page.append(row("td", row)));
    page.append("</table></div>\n");
  }

  private static String row(String element, List<String> cells) {
    return cells.stream()
        .map(cell -> "<%1$s>%2$s</%1$s>".formatted(element, Plot.text(cell)))
        .collect(Collectors.joining("", "<tr>", "</tr>\n"));
  }

  private static String resource(String name) {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
