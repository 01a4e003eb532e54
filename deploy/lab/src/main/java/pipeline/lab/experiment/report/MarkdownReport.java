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

  /** The whole page. */
  public static String of(Results results) {
    StringBuilder page = new StringBuilder();
    page.append("# Experiment\n\n    ").append(results.command()).append("\n\n");
    page.append(preamble(results)).append("\n\n## Verdicts\n\n");
    verdicts(results).forEach(line -> page.append("    ").append(line).append('\n'));
    page.append("\n## Cells\n\n");
    CellTable cells = new CellTable(results);
    page.append(table(cells.header(), cells.rows()));
    List<String> broken = broken(results);
    if (!broken.isEmpty()) {
      page.append("\n## Launches that are not whole\n\n");
      broken.forEach(line -> page.append("- ").append(line).append('\n'));
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

  /** What is the same in all cells, and how much was done. */
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

  /** A line for each of {@link #sentences}. */
  static List<String> verdicts(Results results) {
    List<List<String>> all = sentences(results);
    int width = all.stream().mapToInt(each -> each.get(0).length()).max().orElse(0);
    return all.stream()
        .map(each -> each.get(0) + " ".repeat(width - each.get(0).length() + 3) + each.get(1))
        .toList();
  }

  /**
   * What is compared and what was found: of the family, then of the control, each with a line below
   * for its p99 where that has a verdict; where the broker was restarted, what each cell keeps of
   * the messages.
   */
  static List<List<String>> sentences(Results results) {
    List<List<String>> all = new ArrayList<>();
    if (!results.isOfRestarts()) {
      Analysis analysis = results.analysis();
      List<Comparison> comparisons = new ArrayList<>(analysis.factors());
      comparisons.add(analysis.control());
      List<Comparison> p99 = new ArrayList<>(analysis.factors(Metric.P99));
      p99.add(analysis.control(Metric.P99));
      for (int i = 0; i < comparisons.size(); i++) {
        all.add(List.of(comparisons.get(i).what(), sentence(comparisons.get(i))));
        if (saysMore(p99.get(i), comparisons.get(i))) {
          all.add(List.of("", sentence(p99.get(i))));
        }
      }
    }
    for (Cell cell : results.design().cells()) {
      kept(results, cell).ifPresent(kept -> all.add(List.of(results.design().label(cell), kept)));
    }
    return all;
  }

  /** What a restart of the broker leaves; empty for a cell without one. */
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

  private static boolean saysMore(Comparison p99, Comparison throughput) {
    return !throughput.verdict().startsWith("invalid") && !p99.verdict().startsWith("no verdict");
  }

  /**
   * Such as {@code throughput lower by 18.0 % (15 to 22)}; outside the family {@code p99 shorter by
   * 12.0 % (8 to 15), uncorrected}.
   */
  static String sentence(Comparison comparison) {
    boolean direction = comparison.verdict().matches("(higher|lower|longer|shorter) .*");
    String verdict = comparison.verdict();
    if (comparison.metric() == Metric.PRIMARY) {
      verdict = (direction ? Metric.PRIMARY.title() + " " : "") + verdict;
    } else {
      verdict =
          comparison.metric().title()
              // before what is said of missing pairs
              + (direction
                  ? " " + verdict.replaceFirst("(?=;|$)", ", uncorrected")
                  : ": " + verdict);
    }
    return verdict;
  }

  private static List<String> broken(Results results) {
    return results.launches().stream()
        .filter(launch -> !launch.isOk())
        .map(launch -> place(results, launch) + ": " + launch.note())
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

  /** Perhaps with an interval; or a dash, or nothing. A column of these is aligned to the right. */
  private static boolean isNumber(String cell) {
    return cell.matches("[-+]?(\\d\\S*( \\(.*\\))?)?");
  }

  private static void row(StringBuilder table, List<String> cells) {
    cells.forEach(cell -> table.append("| ").append(cell).append(' '));
    table.append("|\n");
  }
}
