package pipeline.lab.experiment.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Function;

/** The time of {@code --budget}. */
final class Budget {
  private Budget() {}

  /**
   * Reads it.
   *
   * @param bad what is thrown if it is not a time
   */
  static Duration of(String budget, Function<String, ? extends RuntimeException> bad) {
    if (!budget.toLowerCase(Locale.ROOT).matches("\\d{1,6}[smh]")) {
      throw bad.apply("--budget is '" + budget + "', but must be such as 90s, 30m or 2h");
    }
    return Duration.parse("PT" + budget);
  }
}
