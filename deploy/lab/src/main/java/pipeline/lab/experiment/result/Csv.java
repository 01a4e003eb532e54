package pipeline.lab.experiment.result;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Lines of comma-separated values as RFC 4180 has them, but without line breaks in a field. */
public final class Csv {
  /** A comma and a field: with quotes, in which two stand for one, or without. */
  private static final Pattern FIELD = Pattern.compile(",(?:\"((?:[^\"]++|\"\")*+)\"|([^,]*+))");

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
    return FIELD
        .matcher("," + line)
        .results()
        .map(
            field -> field.group(1) == null ? field.group(2) : field.group(1).replace("\"\"", "\""))
        .toList();
  }
}
