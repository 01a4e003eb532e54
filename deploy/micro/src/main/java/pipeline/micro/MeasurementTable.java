package pipeline.micro;

import java.util.List;
import java.util.Locale;

/** The measurements of one run as a Markdown table, ours divided by its baseline. Pure. */
final class MeasurementTable {
  private static final String HEAD =
      """
      | operation | side | ns | ± | bytes | ÷ its baseline |
      |---|---|---:|---:|---:|---:|
      """;

  /** From here on a decimal place says nothing. */
  private static final double LARGE = 100;

  private MeasurementTable() {}

  /** A line a measurement, in the order given. */
  static String of(List<Measurement> run) {
    StringBuilder table = new StringBuilder(HEAD);
    for (Measurement it : run) {
      List<String> cells =
          List.of(
              it.operation(),
              (it.side() + " " + it.params()).strip(),
              number(it.nanos()),
              number(it.error()),
              number(it.bytes()),
              it.isOurs() ? number(ratio(it, run), "%.2f") : "");
      table.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
    return table.toString();
  }

  /** To the fastest baseline, so that none is there to look good beside; NaN if there is none. */
  private static double ratio(Measurement ours, List<Measurement> run) {
    double baseline =
        run.stream()
            .filter(other -> other.isBaselineOf(ours))
            .mapToDouble(Measurement::nanos)
            .min()
            .orElse(Double.NaN);
    return ours.nanos() / baseline;
  }

  private static String number(double value) {
    return number(value, Math.abs(value) < LARGE ? "%.1f" : "%,.0f");
  }

  private static String number(double value, String format) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, format, value);
  }
}
