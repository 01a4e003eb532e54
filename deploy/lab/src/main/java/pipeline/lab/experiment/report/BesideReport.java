package pipeline.lab.experiment.report;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.lab.experiment.analysis.Metric;
import pipeline.lab.experiment.report.Preset.Grid;
import pipeline.lab.experiment.report.Preset.Published;

/**
 * An experiment beside the figures of a report, with a row for each cell.
 *
 * @param report what the report is called
 */
record BesideReport(String report, Grid grid, Results results) {
  private static final Metric RATE = Metric.REQUESTS_PER_SECOND;
  private static final String THREADS = "threads";
  private static final String FIRST_PHASE = "first-phase";
  private static final double MILLIS = 1_000;

  Table table() {
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

  /** The median of the launches that were measured, whole or not: the reports do not say which. */
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
   * A chart of our figures, and the report's as dashed lines. The prediction is left out, since it
   * can be far above both.
   */
  Chart chart(Metric metric) {
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
