package pipeline.lab.experiment.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.preset.Published;
import pipeline.lab.experiment.report.PresetResults.GridResults;
import pipeline.lab.experiment.result.Csv;
import pipeline.lab.experiment.result.Metric;

/** A preset's results as a page: what the report has beside what was measured here. */
public final class PresetReport {
  private static final String DIFFERS = "What differs: ";
  private static final String ORDER =
      "The report's rates are of other machines: compare shapes, not sizes.";
  private static final String BENCH =
      "Medians of launches, with the lowest and the highest in brackets; the bracket of a quotient is its 95 % interval.";
  private static final String TRIAL = "Too few rounds for verdicts: see the shape only.";

  private PresetReport() {}

  /** The results as Markdown, which reads well on a terminal too. */
  public static String markdown(PresetResults results) {
    StringBuilder page = new StringBuilder();
    page.append("# ").append(title(results)).append("\n\n    ").append(results.command());
    page.append("\n\n").append(results.preset().question()).append("\n\n");
    page.append(setting(results));
    for (GridResults measured : results.grids()) {
      page.append("\n\n## ").append(measured.grid().title()).append("\n\n");
      page.append(measured.grid().about()).append("\n\n");
      page.append("    ").append(measured.results().command()).append("\n\n");
      sentences(measured).forEach(line -> page.append("- ").append(line).append('\n'));
      GridTable table = table(results, measured);
      page.append('\n').append(MarkdownReport.table(table.header(), table.rows()));
      page.append("\nAll of it: ").append(link(measured));
    }
    page.append("\n\n## Machine\n\n");
    machine(results).forEach((what, value) -> page.append("- " + what + ": " + value + "\n"));
    return page.toString();
  }

  /** The findings of one experiment; for a trial, that it only shows the shape of the curves. */
  private static List<String> sentences(GridResults measured) {
    Results results = measured.results();
    return results.isOfRestarts() || !results.analysis().isTrial()
        ? MarkdownReport.sentences(results)
        : List.of(TRIAL);
  }

  private static String title(PresetResults results) {
    return results.report() + ": " + results.preset().title();
  }

  /** The paragraph that says how to read the tables. */
  private static String setting(PresetResults results) {
    String differs = results.preset().differs();
    return results.preset().isReport() ? DIFFERS + differs + " " + ORDER : differs + " " + BENCH;
  }

  private static GridTable table(PresetResults results, GridResults measured) {
    return results.preset().isReport()
        ? beside(results, measured)
        : new BenchTable(measured.results(), BenchTable.METRICS);
  }

  private static BesideTable beside(PresetResults results, GridResults measured) {
    return new BesideTable(results.report(), measured.grid(), measured.results());
  }

  private static String link(GridResults measured) {
    return measured.grid().name() + "/experiment.html";
  }

  /** The machine of the first experiment; a preset that was continued can have several commits. */
  private static Map<String, String> machine(PresetResults results) {
    Map<String, String> machine = new LinkedHashMap<>();
    if (!results.grids().isEmpty()) {
      machine.putAll(results.grids().get(0).results().machine());
    }
    machine.computeIfPresent(
        "commit",
        (what, first) ->
            results.grids().stream()
                .flatMap(measured -> Stream.of(measured.results().machine().get(what).split(", ")))
                .distinct()
                .collect(Collectors.joining(", ")));
    return machine;
  }

  /** The results as one self-contained page, beside those of the experiments. */
  public static String html(PresetResults results) {
    String subtitle =
        results.grids().stream()
            .map(measured -> measured.grid().title())
            .collect(Collectors.joining(" · "));
    Page page = new Page(title(results), subtitle, results.command());
    page.section("", results.preset().question(), setting(results));
    for (GridResults measured : results.grids()) {
      add(page, results, measured);
    }
    page.section("Machine");
    page.table(machine(results));
    return page.html();
  }

  private static void add(Page page, PresetResults results, GridResults measured) {
    page.section(measured.grid().title(), measured.grid().about());
    page.command(measured.results().command());
    page.sentences(sentences(measured));
    GridTable table = table(results, measured);
    page.table(table.header(), table.rows());
    measured.grid().plots().forEach(metric -> page.chart(beside(results, measured).chart(metric)));
    if (!results.preset().isReport() && ExperimentPage.hasEffects(measured.results())) {
      page.chart(Chart.effects(measured.results()));
    }
    page.link(link(measured));
  }

  /**
   * The tables alone, for a page that has its own words. Tables with the same columns are joined,
   * and their first column is headed by the broker.
   */
  public static String tables(PresetResults results) {
    String broker = machine(results).getOrDefault("broker", "");
    List<Metric> shown = new ArrayList<>(List.of(Metric.PRIMARY));
    shown.addAll(results.preset().page());
    Map<List<String>, List<List<String>>> tables = new LinkedHashMap<>();
    for (GridResults measured : results.grids()) {
      BenchTable table = new BenchTable(measured.results(), shown);
      List<List<String>> rows =
          tables.computeIfAbsent(titled(broker, table.header()), none -> new ArrayList<>());
      for (List<String> row : table.rows()) {
        List<String> labelled =
            row.stream().map(text -> results.preset().labels().getOrDefault(text, text)).toList();
        rows.add(titled(measured.grid().title(), labelled));
      }
    }
    StringBuilder text = new StringBuilder();
    tables.forEach((header, rows) -> text.append(MarkdownReport.table(header, rows)).append('\n'));
    return text.toString();
  }

  private static List<String> titled(String title, List<String> row) {
    List<String> longer = new ArrayList<>(List.of(title));
    longer.addAll(row);
    return longer;
  }

  /** The results as CSV, with a row for each cell and metric. */
  public static String csv(PresetResults results) {
    StringBuilder text =
        new StringBuilder(
            Csv.line(
                List.of("report", "experiment", "cell", "metric", "unit", "published", "here")));
    for (GridResults measured : results.grids()) {
      GridTable table = table(results, measured);
      Published published = measured.grid().published();
      for (Cell cell : measured.results().design().cells()) {
        for (Metric metric : table.metrics()) {
          List<String> row = new ArrayList<>();
          row.add(results.report());
          row.add(measured.grid().name());
          row.add(measured.results().design().label(cell));
          row.add(metric.title());
          row.add(metric.unit());
          row.add(published.columns().contains(metric) ? published.figure(cell, metric) : "");
          row.add(
              table.ours(cell, metric).isPresent()
                  ? Double.toString(table.ours(cell, metric).getAsDouble())
                  : "");
          text.append(Csv.line(row));
        }
      }
    }
    return text.toString();
  }
}
