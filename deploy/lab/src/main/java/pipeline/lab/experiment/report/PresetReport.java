package pipeline.lab.experiment.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
  private static final String NO_VERDICTS = "Too few rounds for verdicts: see the shape only.";
  private static final String EFFECTS =
      "Change of throughput against the base, with its 95 % interval; shaded is what is too small to matter.";
  private static final String DASHED = "Dashed and hollow: %s. ";

  private PresetReport() {}

  /** As Markdown, which reads well on a terminal too. */
  public static String markdown(PresetResults results) {
    StringBuilder page = new StringBuilder();
    page.append("# ").append(title(results)).append("\n\n    ").append(results.command());
    page.append("\n\n").append(results.preset().question()).append("\n\n");
    page.append(setting(results));
    for (GridResults measured : results.grids()) {
      page.append("\n\n## ").append(measured.grid().title()).append("\n\n");
      page.append(measured.grid().about()).append("\n\n");
      page.append("    ").append(measured.results().command()).append("\n\n");
      GridTable table = table(results, measured);
      page.append(MarkdownReport.table(table.header(), table.rows())).append('\n');
      if (hasVerdicts(measured)) {
        MarkdownReport.verdicts(measured.results())
            .forEach(line -> page.append("    ").append(line).append('\n'));
      } else {
        page.append(NO_VERDICTS).append('\n');
      }
      page.append("\nAll of it: ").append(link(measured));
    }
    page.append("\n\n## Machine\n\n");
    machine(results).forEach((what, value) -> page.append("- " + what + ": " + value + "\n"));
    return page.toString();
  }

  private static boolean hasVerdicts(GridResults measured) {
    return MarkdownReport.sentences(measured.results()).stream()
        .anyMatch(sentence -> !sentence.get(1).startsWith("no verdict"));
  }

  private static String title(PresetResults results) {
    return results.report() + ": " + results.preset().title();
  }

  /** How to read the tables. */
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

  /** That of the first experiment; a preset that was continued can be of several commits. */
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

  /** As one self-contained page, beside the experiments' own. */
  public static String html(PresetResults results) {
    HtmlPage page = new HtmlPage();
    page.paragraph(results.preset().question());
    page.paragraph(setting(results));
    for (GridResults measured : results.grids()) {
      add(page, results, measured);
    }
    page.section("Machine", "");
    page.table(
        "environment",
        List.of(),
        machine(results).entrySet().stream()
            .map(entry -> List.of(entry.getKey(), entry.getValue()))
            .toList());
    return page.page(title(results), subtitle(results), results.command(), "");
  }

  private static String subtitle(PresetResults results) {
    return results.grids().stream()
        .map(measured -> measured.grid().title())
        .collect(Collectors.joining(" · "));
  }

  private static void add(HtmlPage page, PresetResults results, GridResults measured) {
    page.section(measured.grid().title(), measured.grid().about());
    page.html("<pre>" + Plot.text(measured.results().command()) + "</pre>\n");
    GridTable table = table(results, measured);
    page.table(measured.grid().name(), table.header(), table.rows());
    for (Metric metric : measured.grid().plots()) {
      Curves curves = beside(results, measured).curves(metric);
      page.figure(
          metric == Metric.REQUESTS_PER_SECOND
              ? metric.unit()
              : metric.title() + ", " + metric.unit(),
          DASHED.formatted(results.report()) + curves.keys(),
          curves.of(metric));
    }
    if (!results.preset().isReport()) {
      page.figure("Effects", EFFECTS, new Charts(measured.results()).forest());
    }
    if (hasVerdicts(measured)) {
      page.table(
          "verdicts-" + measured.grid().name(),
          List.of(),
          MarkdownReport.sentences(measured.results()));
    } else {
      page.paragraph(NO_VERDICTS);
    }
    page.html("<p>All of it: <a href=\"%1$s\">%1$s</a></p>\n".formatted(Plot.text(link(measured))));
  }

  /**
   * The tables alone, those of the same columns in one, for a page that has its own words; the
   * broker heads their first column.
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

  /** Throughput as {@code deploy/chart} reads it; the base of each experiment is its last row. */
  public static String chart(PresetResults results) {
    StringBuilder text = new StringBuilder("\tdesign\tmedian\tlowest\thighest\n");
    for (GridResults measured : results.grids()) {
      List<Cell> cells = measured.results().design().cells();
      for (int i = cells.size() - 1; i >= 0; i--) {
        String label = forReaders(results, measured, cells.get(i));
        measured
            .results()
            .range(cells.get(i), Metric.PRIMARY)
            .ifPresent(
                range ->
                    text.append(
                        String.format(
                            Locale.ROOT,
                            "%s\t%s\t%.0f\t%.0f\t%.0f\n",
                            measured.grid().title(),
                            label,
                            range.median(),
                            range.low(),
                            range.high())));
      }
    }
    return text.toString();
  }

  /** A cell by the labels of its levels, without the marks of Markdown. */
  private static String forReaders(PresetResults results, GridResults measured, Cell cell) {
    return measured.results().design().varied().stream()
        .map(factor -> cell.level(factor.name()))
        .map(level -> results.preset().labels().getOrDefault(level, level).replace("*", ""))
        .collect(Collectors.joining(", "));
  }

  /** A row for each cell and metric. */
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
          row.add(
              published.columns(metric).stream()
                  .map(column -> published.figure(cell, column))
                  .collect(Collectors.joining("; ")));
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
