package pipeline.lab.experiment.report;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import pipeline.lab.experiment.result.Csv;

/** A table of texts. Immutable. */
record Table(List<String> header, List<List<String>> rows) {

  /** The table of rows that have the same columns; a column that is empty in all is left out. */
  static Table of(List<Map<String, String>> rows) {
    List<String> header =
        rows.get(0).keySet().stream()
            .filter(column -> rows.stream().anyMatch(row -> !row.get(column).isEmpty()))
            .toList();
    return new Table(
        header, rows.stream().map(row -> header.stream().map(row::get).toList()).toList());
  }

  /** A table of names and values. */
  static Table of(Map<String, String> values) {
    return new Table(
        List.of("what", "value"),
        values.entrySet().stream()
            .map(value -> List.of(value.getKey(), value.getValue()))
            .toList());
  }

  String csv() {
    return Csv.line(header) + rows.stream().map(Csv::line).collect(Collectors.joining());
  }

  /** The table as Markdown, which reads well on a terminal too; of two columns, as a list. */
  String markdown() {
    if (header.size() == 2) {
      return rows.stream()
          .map(row -> "- " + String.join(": ", row))
          .collect(Collectors.joining("\n"));
    }
    StringBuilder text = new StringBuilder(line(header)).append('\n');
    for (int column = 0; column < header.size(); column++) {
      int place = column;
      text.append(rows.stream().allMatch(row -> isNumber(row.get(place))) ? "|---:" : "|---");
    }
    text.append('|');
    rows.forEach(row -> text.append('\n').append(line(row)));
    return text.toString();
  }

  /**
   * Whether a text is a number, perhaps with an interval, a dash or empty: a column of these is
   * aligned to the right.
   */
  private static boolean isNumber(String cell) {
    return cell.matches("[-+]?(\\d\\S*( \\(.*\\))?)?");
  }

  private static String line(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
  }
}
