package pipeline.lab.experiment.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.StringJoiner;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.statistics.Analysis;
import pipeline.lab.experiment.statistics.Comparison;

/** The experiment as Markdown, which reads well on a terminal too. */
public final class MarkdownReport {
  private MarkdownReport() {}

  /**
   * The report as Markdown.
   *
   * @param wide whether its table has all columns
   */
  public static String of(Results results, boolean wide) {
    StringBuilder page = new StringBuilder("# Experiment\n\n");
    sentences(results).forEach(line -> page.append("- ").append(line).append('\n'));
    if (wide) {
      CellTable cells = new CellTable(results);
      page.append('\n').append(table(cells.header(), cells.rows()));
    } else {
      SummaryTable summary = new SummaryTable(results);
      page.append('\n').append(table(summary.header(), summary.rows()));
    }
    page.append("\n    ").append(results.command());
    page.append("\n\n").append(preamble(results)).append('\n');
    List<List<String>> broken = broken(results);
    if (!broken.isEmpty()) {
      page.append("\n## Launches that are not whole\n\n");
      broken.forEach(each -> page.append("- ").append(String.join(": ", each)).append('\n'));
    }
    page.append("\n## Method\n\n").append(Method.text(results)).append('\n');
    page.append("\n## Machine\n\n");
    results
        .machine()
        .forEach(
            (what, value) ->
                page.append("- ").append(what).append(": ").append(value).append('\n'));
    return page.toString();
  }

  /** The number of cells and launches, and the settings that all cells share. */
  static String preamble(Results results) {
    int blocks = results.analysis().blocks();
    String whole = blocks == results.rounds() ? "" : " of " + results.rounds();
    StringJoiner text = new StringJoiner("; ", "", ".");
    text.add(
        String.format(
            Locale.ROOT,
            "%d cells, %d%s %s, %d launches, seed %d, %,d warm-up requests each",
            results.design().cells().size(),
            blocks,
            whole,
            results.rounds() == 1 ? "round" : "rounds",
            results.launches().size(),
            results.seed(),
            results.warmUp()));
    if (!results.constants().isEmpty()) {
      // peers have few of our settings
      String where = results.isOfOursOnly() ? "in all cells: " : "in all cells that have it: ";
      text.add(where + String.join(", ", results.constants()));
    }
    return text.toString();
  }

  /**
   * The findings: a sentence for each comparison of the family and for the control, with its p99
   * where that has a verdict; where the broker was restarted, what each cell keeps of the messages.
   */
  static List<String> sentences(Results results) {
    List<String> all = new ArrayList<>();
    if (!results.isOfRestarts()) {
      Analysis analysis = results.analysis();
      List<Comparison> comparisons = new ArrayList<>(analysis.factors());
      comparisons.add(analysis.control());
      List<Comparison> p99 = new ArrayList<>(analysis.factors(Metric.P99));
      p99.add(analysis.control(Metric.P99));
      for (int i = 0; i < comparisons.size(); i++) {
        Comparison found = comparisons.get(i);
        boolean more = found.isProven() && p99.get(i).isProven();
        all.add(found.what() + ": " + sentence(found) + (more ? "; " + sentence(p99.get(i)) : ""));
      }
    }
    for (Cell cell : results.design().cells()) {
      kept(results, cell).ifPresent(kept -> all.add(results.design().label(cell) + ": " + kept));
    }
    return all;
  }

  /** The messages that a restart of the broker leaves; empty for a cell without a restart. */
  private static Optional<String> kept(Results results, Cell cell) {
    OptionalDouble before = results.median(cell, Metric.WAITING_BEFORE);
    OptionalDouble after = results.median(cell, Metric.WAITING_AFTER);
    OptionalDouble lost = results.most(cell, Metric.LOST);
    return before.isEmpty() || after.isEmpty() || lost.isEmpty()
        ? Optional.empty()
        : Optional.of(
            (before.getAsDouble() == 0
                    ? "no message waited"
                    : String.format(
                        Locale.ROOT,
                        "%,.0f of %,.0f messages are left",
                        after.getAsDouble(),
                        before.getAsDouble()))
                + String.format(Locale.ROOT, ", lines lost: %,.0f", lost.getAsDouble()));
  }

  /**
   * One comparison in words, such as {@code throughput lower by 18.0 % (15 to 22)}; outside the
   * family {@code p99 shorter by 12.0 % (8 to 15), uncorrected}.
   */
  static String sentence(Comparison comparison) {
    boolean direction = comparison.verdict().matches("(higher|lower|longer|shorter) .*");
    String verdict = comparison.verdict();
    String title = comparison.metric().title();
    if (comparison.metric() == Metric.PRIMARY) {
      return direction ? title + " " + verdict : verdict;
    }
    return direction ? title + " " + verdict + ", uncorrected" : title + ": " + verdict;
  }

  /** The launches whose numbers do not count, and why. */
  static List<List<String>> broken(Results results) {
    return results.launches().stream()
        .filter(launch -> !launch.isOk())
        .map(launch -> List.of(place(results, launch), launch.status() + ", " + launch.note()))
        .toList();
  }

  private static String place(Results results, Launch launch) {
    return "round %s, %s"
        .formatted(launch.slot().block() + 1, results.design().label(launch.slot().cell()));
  }

  static String table(List<String> header, List<List<String>> rows) {
    StringBuilder table = new StringBuilder();
    row(table, header);
    for (int column = 0; column < header.size(); column++) {
      int place = column;
      boolean isNumbers =
          rows.stream().map(row -> row.get(place)).allMatch(MarkdownReport::isNumber);
      table.append(isNumbers ? "|---:" : "|---");
    }
    table.append("|\n");
    rows.forEach(row -> row(table, row));
    return table.toString();
  }

  /**
   * Whether a text is a number, perhaps with an interval, a dash or empty: a column of these is
   * aligned to the right.
   */
  private static boolean isNumber(String cell) {
    return cell.matches("[-+]?(\\d\\S*( \\(.*\\))?)?");
  }

  private static void row(StringBuilder table, List<String> cells) {
    cells.forEach(cell -> table.append("| ").append(cell).append(' '));
    table.append("|\n");
  }
}
