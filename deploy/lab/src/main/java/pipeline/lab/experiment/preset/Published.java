package pipeline.lab.experiment.preset;

import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.result.Metric;

/**
 * The figures of a report as it has them, found by the levels of some factors. Immutable.
 *
 * @param keys the factors; the first one is drawn from left to right
 * @param columns what there are figures of
 * @param rows the levels of the keys, then a figure for each column
 */
public record Published(List<String> keys, List<Metric> columns, List<List<String>> rows) {
  /** No figures at all, for a bench, which redoes no report. */
  static final Published NOTHING = new Published(List.of(), List.of(), List.of());

  /** The text that stands for a figure that the report does not have. */
  public static final String NONE = "-";

  /**
   * A figure as reports print it, such as {@code 5,171}, {@code about 4,800}, {@code 20k}, {@code
   * 2-5} or {@code 1,700 at most}.
   */
  private static final Pattern FIGURE =
      Pattern.compile("(?:about )?(\\d[\\d,.]*)(?:-(\\d[\\d,.]*))?(k?)(?: at (?:minimum|most))?");

  private static final double THOUSAND = 1_000;

  /**
   * Checks that the rows are whole.
   *
   * @throws IllegalArgumentException a row is not
   */
  public Published {
    keys = List.copyOf(keys);
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<String> row : rows) {
      if (row.size() != keys.size() + columns.size()) {
        throw new IllegalArgumentException("not a level or a figure for each column: " + row);
      }
    }
  }

  /** The report's figure for a cell, by its levels of the keys; {@link #NONE} if it has none. */
  public String figure(Cell cell, Metric column) {
    List<String> levels = keys.stream().map(cell::level).toList();
    return rows.stream()
        .filter(row -> columns.contains(column) && row.subList(0, keys.size()).equals(levels))
        .map(row -> row.get(keys.size() + columns.indexOf(column)))
        .findFirst()
        .orElse(NONE);
  }

  /** The number in a figure, or the middle of a range; empty if the figure has none. */
  public static OptionalDouble number(String figure) {
    Matcher parts = FIGURE.matcher(figure);
    if (!parts.matches()) {
      return OptionalDouble.empty();
    }
    double from = parse(parts.group(1));
    double to = parts.group(2) == null ? from : parse(parts.group(2));
    return OptionalDouble.of((from + to) / 2 * (parts.group(3).isEmpty() ? 1 : THOUSAND));
  }

  private static double parse(String digits) {
    return Double.parseDouble(digits.replace(",", ""));
  }
}
