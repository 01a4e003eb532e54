package pipeline.lab.experiment.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.run.Setting;

/** The options that name factors. */
final class FactorOptions {
  private static final Pattern OTHER_BUILD = Pattern.compile("((?:^|[,=])ours@)([^,]+)");

  private FactorOptions() {}

  /** Adds an option for each setting, or one for several settings of the same kind. */
  static void addTo(CommandSpec spec) {
    for (String option : Arrays.stream(Setting.values()).map(Setting::option).distinct().toList()) {
      List<Setting> settings = settings(option);
      spec.addOption(
          OptionSpec.builder(option)
              .paramLabel(settings.get(0).place().isPresent() ? "WHERE=LIST,..." : "LIST")
              .type(String.class)
              .description(settings.stream().map(FactorOptions::help).toArray(String[]::new))
              .build());
    }
  }

  private static List<Setting> settings(String option) {
    return Arrays.stream(Setting.values())
        .filter(setting -> setting.option().equals(option))
        .toList();
  }

  private static String help(Setting setting) {
    return setting.place().map(place -> place + "=... ").orElse("") + setting.help();
  }

  /**
   * The factors that a command line names, and those that it does not.
   *
   * @throws IllegalArgumentException one is bad, in one line
   */
  static List<Factor> read(ParseResult parsed) {
    Map<Setting, String> lists = new EnumMap<>(Setting.class);
    for (Setting setting : Setting.values()) {
      String given = absolute(parsed.matchedOptionValue(setting.option(), ""));
      if (setting.place().isEmpty()) {
        lists.put(setting, given.isEmpty() ? setting.standard() : given);
      } else {
        lists.put(
            setting, places(setting.option(), given).getOrDefault(setting, setting.standard()));
      }
    }
    List<Factor> factors = new ArrayList<>();
    lists.forEach((setting, list) -> factors.add(factor(setting, list)));
    return factors;
  }

  /** Reads {@code client=12ms,consumer=0ms/40ms}: a list has slashes, since a comma ends it. */
  private static Map<Setting, String> places(String option, String given) {
    Map<Setting, String> lists = new EnumMap<>(Setting.class);
    for (String part : given.isEmpty() ? new String[0] : given.split(",", -1)) {
      String[] sides = part.split("=", 2);
      Setting setting =
          settings(option).stream()
              .filter(
                  each -> sides.length == 2 && each.place().filter(sides[0]::equals).isPresent())
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "%s has '%s', but must be such as %s"
                              .formatted(option, part, example(option))));
      if (lists.put(setting, sides[1].replace('/', ',')) != null) {
        throw new IllegalArgumentException(option + " has " + sides[0] + " twice");
      }
    }
    return lists;
  }

  private static String example(String option) {
    return settings(option).stream()
        .map(setting -> setting.place().orElseThrow() + "=...")
        .collect(Collectors.joining(","));
  }

  /** An argument with the paths of other checkouts, as in {@code ours@DIR}, made absolute. */
  static String absolute(String argument) {
    return OTHER_BUILD
        .matcher(argument)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) + Path.of(found.group(2)).toAbsolutePath().normalize()));
  }

  private static Factor factor(Setting setting, String list) {
    List<String> values = Arrays.stream(list.split(",", -1)).map(String::strip).toList();
    for (String value : values) {
      setting
          .refusal(value)
          .ifPresent(
              why -> {
                throw new IllegalArgumentException(why);
              });
    }
    return new Factor(setting.spelled(), values);
  }
}
