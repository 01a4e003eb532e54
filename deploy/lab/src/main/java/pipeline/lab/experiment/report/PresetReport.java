package pipeline.lab.experiment.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.lab.experiment.analysis.Metric;
import pipeline.lab.experiment.report.Preset.Grid;
import pipeline.lab.experiment.report.Preset.Published;

/**
 * A preset's results as a page: what a report has beside what was measured here, or a bench's
 * medians. Immutable.
 *
 * @param command as it can be pasted into a shell
 * @param grids its experiments that have begun, in order
 */
public record PresetReport(Preset preset, String command, List<GridResults> grids) {
  private static final String DIFFERS = "What differs: ";
  private static final String ORDER =
      "The report's rates are of other machines: compare shapes, not sizes.";
  private static final String BENCH =
      "Medians of launches, with the lowest and the highest in brackets; the bracket of a quotient"
          + " is its 95 % interval.";
  private static final String TRIAL = "Too few rounds for verdicts: see the shape only.";

  /** One experiment of the preset with its results. */
  public record GridResults(Grid grid, Results results) {
    private static final Metric RATE = Metric.REQUESTS_PER_SECOND;
    private static final String THREADS = "threads";
    private static final String FIRST_PHASE = "first-phase";
    private static final double MILLIS = 1_000;

    /**
     * The figures beside those of a report, with a row for each cell.
     *
     * @param report what the report is called
     */
    Table table(String report) {
      Published published = grid.published();
      CellTables table = new CellTables(results).withLevels();
      if (results.rounds() > 1) {
        table.withCount();
      }
      for (Metric metric : metrics()) {
        String column = metric.column();
        if (published.columns().contains(metric) && !published.rows().isEmpty()) {
          table.with(report + ": " + column, cell -> published.figure(cell, metric));
        }
        table.with("here: " + column, cell -> text(cell, metric));
        if (metric == RATE && grid.serverThreads() > 0) {
          table.with("predicted: " + column, this::predicted);
        }
      }
      return table.table();
    }

    /**
     * A metric of a cell; beside the lost lines the lost words, which a miscount loses from lines
     * that arrived.
     */
    private String text(Cell cell, Metric metric) {
      String text = CellTables.range(metric, ours(cell, metric), results.of(cell).stream());
      double words = results.most(cell, Metric.LOST_WORDS).orElse(0);
      String more =
          metric == Metric.LOST && words > 0 ? ", words " + Metric.LOST_WORDS.text(words) : "";
      return text.isEmpty() ? Published.NONE : text + more;
    }

    /** The metrics of the report, what else was measured, and in any case the lost lines. */
    List<Metric> metrics() {
      return Stream.of(grid.published().columns(), grid.measured(), List.of(Metric.LOST))
          .flatMap(List::stream)
          .distinct()
          .toList();
    }

    /**
     * The median of the launches that were measured, whole or not: the reports do not say which.
     */
    OptionalDouble ours(Cell cell, Metric metric) {
      return metric.isOfTheWorst() ? results.most(cell, metric) : results.usual(cell, metric);
    }

    /**
     * The rate by Little's law: the requests that the server's threads can hold, divided by the
     * latency with one client thread.
     */
    private String predicted(Cell cell) {
      Cell one = cell.with(THREADS, "1").with(FIRST_PHASE, "none");
      OptionalDouble single = results.usual(one, Metric.MEAN);
      int held = Math.min(Integer.parseInt(cell.level(THREADS)), grid.serverThreads());
      return single.isPresent() ? RATE.text(held * MILLIS / single.getAsDouble()) : Published.NONE;
    }

    /**
     * A chart of our figures, and the report's as dashed lines. The prediction is left out, since
     * it can be far above both.
     */
    Chart chart(String report, Metric metric) {
      List<String> keys = grid.published().keys();
      return Chart.curves(
              results,
              results.design().factor(keys.get(0)),
              metric,
              cell -> ours(cell, metric),
              cell ->
                  keys.stream()
                      .skip(1)
                      .map(key -> key + " " + cell.level(key))
                      .collect(Collectors.joining(", ", report + " ", ""))
                      .strip(),
              cell -> Published.number(grid.published().figure(cell, metric)))
          .titled(metric.column(), "Dashed: " + report + ".");
    }
  }

  /** The page as Markdown, which reads well on a terminal too. */
  public String markdown() {
    return page().markdown();
  }

  /** The page as one self-contained HTML file, beside those of the experiments. */
  public String html() {
    return page().html();
  }

  private Page page() {
    String subtitle =
        grids.stream().map(each -> each.grid().title()).collect(Collectors.joining(" · "));
    Page page = new Page(report() + ": " + preset.title(), subtitle, command);
    String differs = preset.differs();
    page.section(
        "",
        preset.question(),
        preset.isReport() ? DIFFERS + differs + " " + ORDER : differs + " " + BENCH);
    grids.forEach(measured -> add(page, measured));
    page.section("Machine").table = Table.of(machine());
    return page;
  }

  private void add(Page page, GridResults measured) {
    Grid grid = measured.grid();
    Results results = measured.results();
    Page.Section section = page.section(grid.title(), grid.about());
    section.command = results.command();
    section.sentences =
        results.isOfRestarts() || !results.analysis().isTrial()
            ? ExperimentReport.sentences(results)
            : List.of(TRIAL);
    section.table = preset.isReport() ? measured.table(report()) : CellTables.bench(results);
    grid.plots().forEach(metric -> section.charts.add(measured.chart(report(), metric)));
    if (!preset.isReport() && ExperimentReport.hasEffects(results)) {
      section.charts.add(Chart.effects(results));
    }
    section.link = grid.name() + "/experiment.html";
  }

  /** The report's name on the page, {@code R1} for preset r1; a bench has a name as well. */
  private String report() {
    return preset.isReport() ? preset.name().toUpperCase(Locale.ROOT) : "Bench " + preset.name();
  }

  /** The machine of the first experiment, with the tools that others add. */
  private Map<String, String> machine() {
    Map<String, String> machine = new LinkedHashMap<>();
    grids.forEach(grid -> grid.results().machine().forEach(machine::putIfAbsent));
    return machine;
  }
}
