package pipeline.lab.experiment.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.run.Setting;

/** The options that name factors: one for each setting. */
final class FactorOptions {
  private static final Pattern OTHER_BUILD = Pattern.compile("((?:^|,)ours@)([^,]+)");

  private FactorOptions() {}

  static void addTo(CommandSpec spec) {
    for (Setting setting : Setting.values()) {
      spec.addOption(
          OptionSpec.builder("--" + setting.spelled())
              .paramLabel("LIST")
              .type(String.class)
              .description(setting.help())
              .build());
    }
  }

  /**
   * The factors that a command line names, and those that it does not.
   *
   * @throws IllegalArgumentException one is bad, in one line
   */
  static List<Factor> read(ParseResult parsed) {
    List<Factor> factors = new ArrayList<>();
    for (Setting setting : Setting.values()) {
      String list = parsed.matchedOptionValue("--" + setting.spelled(), setting.standard());
      List<String> levels =
          Arrays.stream(absolute(list).split(",", -1)).map(String::strip).toList();
      levels.stream()
          .map(setting::refusal)
          .flatMap(Optional::stream)
          .findFirst()
          .ifPresent(
              why -> {
                throw new IllegalArgumentException(why);
              });
      factors.add(new Factor(setting.spelled(), levels));
    }
    return factors;
  }

  /** A list with the paths of other checkouts, as in {@code ours@DIR}, made absolute. */
  private static String absolute(String list) {
    return OTHER_BUILD
        .matcher(list)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) + Path.of(found.group(2)).toAbsolutePath().normalize()));
  }
}
