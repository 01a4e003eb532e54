package pipeline.lab.experiment.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.preset.Grid;
import pipeline.lab.experiment.preset.Published;
import pipeline.lab.experiment.result.Metric;

/**
 * An experiment beside the figures of a report, with a row for each cell.
 *
 * @param report what the report is called
 */
record BesideReport(String report, Grid grid, Results results) {
  private static final String THREADS = "threads";
  private static final String FIRST_PHASE = "first-phase";
  private static final double MILLIS = 1_000;
  private static final double PERCENT = 100;

  Table table() {
    return Table.of(results.design().cells().stream().map(this::row).toList());
  }

  private Map<String, String> row(Cell cell) {
    Map<String, String> row = new LinkedHashMap<>(CellTables.levels(results, cell));
    if (results.rounds() > 1) {
      row.put("n", CellTables.count(results, cell));
    }
    for (Metric metric : metrics()) {
      String column = metric.column();
      if (grid.published().columns().contains(metric) && !grid.published().rows().isEmpty()) {
        row.put(report + ": " + column, grid.published().figure(cell, metric));
      }
      row.put("here: " + column, text(cell, metric));
      if (metric == Metric.REQUESTS_PER_SECOND && grid.serverThreads() > 0) {
        row.put("predicted: " + column, predicted(cell));
      }
      if (metric == Metric.REQUESTS_PER_SECOND && !grid.against().isEmpty()) {
        changes(cell, row);
      }
    }
    return row;
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

  /** Adds the difference to the rate of the cell with the first level of the grid's factor. */
  private void changes(Cell cell, Map<String, String> row) {
    Metric rate = Metric.REQUESTS_PER_SECOND;
    Cell before = cell.with(grid.against(), results.design().base().level(grid.against()));
    String column = ": variance to " + before.level(grid.against());
    row.put(
        report + column,
        change(
            Published.number(grid.published().figure(before, rate)),
            Published.number(grid.published().figure(cell, rate))));
    row.put("here" + column, change(ours(before, rate), ours(cell, rate)));
  }

  private static String change(OptionalDouble before, OptionalDouble now) {
    return before.isPresent() && now.isPresent()
        ? String.format(
            Locale.ROOT, "%+.1f %%", PERCENT * (now.getAsDouble() / before.getAsDouble() - 1))
        : Published.NONE;
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
    return single.isPresent()
        ? Metric.REQUESTS_PER_SECOND.text(held * MILLIS / single.getAsDouble())
        : Published.NONE;
  }

  /**
   * A chart of our figures, and the report's as dashed lines. The prediction is left out, since it
   * can be far above both.
   */
  Chart chart(Metric metric) {
    Published published = grid.published();
    List<String> keys = published.keys();
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
            cell -> Published.number(published.figure(cell, metric)))
        .titled(metric.column(), "Dashed: " + report + ".");
  }
}
