package pipeline.lab.experiment.result;

import java.util.ArrayList;
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

  /** Splits a line into the fields that {@link #line} has joined. */
  public static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        // inside quotes, two of them are one
        if (quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
          field.append(c);
          i++;
        } else {
          quoted = !quoted;
        }
      } else if (c == ',' && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }
}
