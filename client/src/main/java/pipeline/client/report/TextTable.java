package pipeline.client.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows of cells as aligned text: the first column to the left, numbers to the right. */
final class TextTable {
  private static final String GAP = "  ";

  private TextTable() {}

  /**
   * Formats the rows, a line each.
   *
   * @param rows the heading first; all of the same length
   */
  static String format(List<List<String>> rows) {
    List<Integer> widths =
        IntStream.range(0, rows.get(0).size())
            .mapToObj(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().orElseThrow())
            .toList();
    return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining());
  }

  private static String line(List<String> row, List<Integer> widths) {
    StringBuilder line = new StringBuilder(row.get(0));
    line.append(" ".repeat(widths.get(0) - row.get(0).length()));
    for (int i = 1; i < row.size(); i++) {
      line.append(GAP).append(" ".repeat(widths.get(i) - row.get(i).length())).append(row.get(i));
    }
    return line.append('\n').toString();
  }
}
