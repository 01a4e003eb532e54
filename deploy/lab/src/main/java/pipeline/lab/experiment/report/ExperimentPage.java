package pipeline.lab.experiment.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.system.Component;

/** The experiment as one self-contained page, without a script. */
public final class ExperimentPage {
  private final Results results;
  private final Charts charts;
  private final HtmlPage page = new HtmlPage();

  private ExperimentPage(Results results) {
    this.results = results;
    charts = new Charts(results);
  }

  /** The whole page. */
  public static String of(Results results) {
    return new ExperimentPage(results).page();
  }

  private String page() {
    verdicts();
    if (charts.hasEffects()) {
      effects();
    }
    page.section(
        "Cells",
        "One row for each cell, numbers are medians over its launches. Select the table to copy it.");
    cells();
    launches();
    if (!results.isOfRestarts()) {
      costs();
    }
    curves();
    heatMaps();
    queues();
    broken();
    page.section("Method", "");
    page.paragraph(Method.text(results));
    page.section("Machine", "");
    page.table(
        "environment",
        List.of(),
        results.machine().entrySet().stream()
            .map(entry -> List.of(entry.getKey(), entry.getValue()))
            .toList());
    return page.page(
        "Experiment", MarkdownReport.preamble(results), results.command(), queueStyle());
  }

  private void effects() {
    page.figure(
        "Effects",
        "Each factor's level against its base level, over all settings of the other factors: change of throughput with its 95 % interval. Shaded: changes below the margin. The control compares the base with itself.",
        charts.forest());
  }

  private void launches() {
    page.section("Launches", "Every launch is a dot.");
    if (!results.isOfRestarts()) {
      page.figure(
          "By cell",
          "Red ones are not whole and are left out of the effects. Lines join the launches of a round, or of each part of a long one, which had the machine in about the same state.",
          charts.rounds());
      page.figure(
          "In the order they were made",
          "A drift here is the machine's: rounds keep it out of the effects.",
          charts.order(Metric.PRIMARY));
    }
    page.figure(
        "CPU probe",
        "Milliseconds for a fixed piece of work before and after each launch: when it rises, the machine was slower.",
        charts.order(Metric.PROBE));
  }

  private void costs() {
    page.section("Cost and response times", "");
    page.figure(
        "CPU a line",
        "Of all processes of a part together, from the first request to the last line counted. "
            + legend(),
        charts.cpu());
    page.figure("Throughput against p99", "Right and low is good.", charts.tradeOff());
  }

  private void verdicts() {
    page.section(
        "Verdicts",
        results.isOfRestarts()
            ? ""
            : "Of throughput, and below it of p99, which is outside the corrected family.");
    page.table("verdicts", List.of(), MarkdownReport.sentences(results));
  }

  private void cells() {
    CellTable cells = new CellTable(results);
    page.table("cells", cells.header(), cells.rows());
  }

  private void curves() {
    List<Factor> varied = results.design().varied();
    if (varied.isEmpty()) {
      return;
    }
    page.section("Against each factor", "Medians; a line for each setting of the other factors.");
    List<Metric> metrics =
        results.isOfRestarts()
            ? List.of(Metric.WAITING_AFTER)
            : List.of(Metric.PRIMARY, Metric.P99);
    for (Factor factor : varied) {
      Curves curves = new Curves(results, factor);
      for (Metric metric : metrics) {
        page.figure(factor.name() + ": " + metric.title(), curves.keys(), curves.of(metric));
      }
    }
  }

  private void heatMaps() {
    List<HeatMap> maps = HeatMap.all(results);
    if (maps.isEmpty() || results.isOfRestarts()) {
      return;
    }
    page.section(
        "Two factors together",
        "Lines a second until counted; darker is more. Medians; their geometric mean over the settings of other factors, empty where one of them has no whole launch.");
    maps.forEach(map -> page.figure(map.title(), "", map.svg()));
  }

  private void queues() {
    List<Cell> cells = results.design().cells();
    page.section(
        "Queue length over time",
        "Messages that waited, a second after the other, in %s. Choose the cells to lay over each other."
            .formatted(
                results.isOfRestarts()
                    ? "a launch of each cell"
                    : "the launch of median throughput"));
    page.html("<figure class=\"queues\"><div class=\"choice\">\n");
    for (int i = 0; i < cells.size(); i++) {
      page.html(
          "<label class=\"c%s\"><input type=\"checkbox\" id=\"show%s\"%s> %s</label>\n"
              .formatted(
                  i % 5 + 1,
                  i,
                  i < 2 ? " checked" : "",
                  Plot.text(results.design().label(cells.get(i)))));
    }
    page.html("</div><div class=\"plot\">" + QueueChart.of(results) + "</div></figure>\n");
  }

  /** Hides the lines of cells that are not chosen. */
  private String queueStyle() {
    return IntStream.range(0, results.design().cells().size())
        .mapToObj(
            i -> ".queues:not(:has(#show%1$s:checked)) .q%1$s { display: none; }".formatted(i))
        .collect(Collectors.joining("\n", "\n", "\n"));
  }

  private void broken() {
    List<List<String>> rows =
        results.launches().stream().filter(launch -> !launch.isOk()).map(this::row).toList();
    if (!rows.isEmpty()) {
      page.section("Launches that are not whole", "");
      page.table("broken", List.of("round", "cell", "why"), rows);
    }
  }

  private List<String> row(Launch launch) {
    return List.of(
        Integer.toString(launch.slot().block() + 1),
        results.design().label(launch.slot().cell()),
        launch.status() + ": " + launch.note());
  }

  private static String legend() {
    return Arrays.stream(Component.values())
        .map(component -> HtmlPage.key(Charts.colour(component), component.toString()))
        .collect(Collectors.joining(" "));
  }
}
