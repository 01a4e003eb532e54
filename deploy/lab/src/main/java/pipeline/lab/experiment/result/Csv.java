package pipeline.lab.experiment.result;

import java.util.List;
import java.util.stream.Collectors;

/** Lines of comma-separated values as RFC 4180 has them, but without line breaks in a field. */
public final class Csv {
  private Csv() {}

  /** Joins fields to a line, with its end. Line breaks in a field become blanks. */
  public static String line(List<String> fields) {
    return fields.stream().map(Csv::quoted).collect(Collectors.joining(",", "", "\n"));
  }

  private static String quoted(String field) {
    String flat = field.replaceAll("\\R", " ");
    return flat.contains(",") || flat.contains("\"")
        ? "\"" + flat.replace("\"", "\"\"") + "\""
        : flat;
  }
}
