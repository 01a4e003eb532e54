package pipeline.lab.experiment.report;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table of texts. Immutable. */
record Table(List<String> header, List<List<String>> rows) {

  /** The table of these columns; one that is empty in all rows is left out. */
  static Table of(List<String> header, List<List<String>> rows) {
    List<Integer> said =
        IntStream.range(0, header.size())
            .filter(i -> rows.stream().anyMatch(row -> !row.get(i).isEmpty()))
            .boxed()
            .toList();
    return new Table(
        said.stream().map(header::get).toList(),
        rows.stream().map(row -> said.stream().map(row::get).toList()).toList());
  }

  /** A table of names and values. */
  static Table of(Map<String, String> values) {
    return new Table(
        List.of("what", "value"),
        values.entrySet().stream().map(each -> List.of(each.getKey(), each.getValue())).toList());
  }

  String csv() {
    return line(header) + rows.stream().map(Table::line).collect(Collectors.joining());
  }

  /** The table as Markdown, which reads well on a terminal too; of two columns, as a list. */
  String markdown() {
    if (header.size() == 2) {
      return rows.stream()
          .map(row -> "- " + String.join(": ", row))
          .collect(Collectors.joining("\n"));
    }
    String ruler =
        IntStream.range(0, header.size())
            .mapToObj(i -> rows.stream().allMatch(row -> isNumber(row.get(i))) ? "|---:" : "|---")
            .collect(Collectors.joining("", "", "|"));
    return Stream.concat(Stream.of(markdown(header), ruler), rows.stream().map(Table::markdown))
        .collect(Collectors.joining("\n"));
  }

  /**
   * Whether a text is a number, perhaps with an interval, a dash or empty: a column of these is
   * aligned to the right.
   */
  private static boolean isNumber(String cell) {
    return cell.matches("[-+×]?(\\d\\S*( \\(.*\\))?)?");
  }

  private static String markdown(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  /**
   * Joins fields to a line of a CSV file as RFC 4180 has them, with its end. Line breaks in a field
   * become blanks.
   */
  static String line(Collection<String> fields) {
    return fields.stream().map(Table::quoted).collect(Collectors.joining(",", "", "\n"));
  }

  private static String quoted(String field) {
    String flat = field.replaceAll("\\R", " ");
    return flat.contains(",") || flat.contains("\"")
        ? "\"" + flat.replace("\"", "\"\"") + "\""
        : flat;
  }
}
