package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.Validate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.lab.experiment.analysis.Design;
import pipeline.lab.experiment.analysis.Factor;
import pipeline.lab.experiment.run.Input;
import pipeline.lab.experiment.run.PipelineRunner;
import pipeline.lab.experiment.run.Plan;
import pipeline.lab.experiment.run.Rules;
import pipeline.lab.experiment.run.Setting;
import pipeline.wire.process.Build;
import pipeline.wire.process.CommandLines;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/** The options, and what they mean. */
@Command(
    name = "experiment",
    customSynopsis = {
      "deploy/experiment FILE [OPTIONS] [FACTORS]",
      "       deploy/experiment --workload lift-rides|swipes [OPTIONS] [FACTORS]",
      "       deploy/experiment preset --help"
    },
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = {
      "Launches the pipeline with every combination of the factors, in random order,",
      "several times. Says what differs, by how much, and how sure that is.",
      "A factor is a list such as --threads 32,64; its first value is the base's."
    })
final class ExperimentCommand implements Callable<Integer> {
  private static final int MOST_ROUNDS = 1_000;
  private static final double PERCENT = 100;
  private static final int MOST_REPEATS = 10_000;
  private static final int MOST_SECONDS = 3_600;
  private static final long DEFAULT_REQUESTS = 20_000;
  private static final long MOST_REQUESTS = 10_000_000;

  private static final Pattern OTHER_BUILD = Pattern.compile("((?:^|,)ours@)([^,]+)");

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "FILE", description = "the text whose lines are sent")
  private Path text;

  @Option(
      names = "--repeat",
      paramLabel = "K",
      defaultValue = "1",
      description = "how often each launch sends the text (${DEFAULT-VALUE})")
  private int repeat;

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      defaultValue = "wordcount",
      description = "wordcount sends FILE; lift-rides and swipes are generated (${DEFAULT-VALUE})")
  private String workload;

  @Option(
      names = "--requests",
      paramLabel = "R",
      description = "generated requests of each launch (20000)")
  private Long requests;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "" + Input.SECONDS,
      description = "how long a --load such as wrk sends (${DEFAULT-VALUE})")
  private int seconds;

  @Option(
      names = "--rounds",
      paramLabel = "R",
      defaultValue = "8",
      description = "launches of each combination (${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "seed of the order (${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--warmup",
      paramLabel = "N",
      defaultValue = "10000",
      description = "requests of each launch before those that are measured (${DEFAULT-VALUE})")
  private long warmUp;

  @Option(
      names = "--margin",
      paramLabel = "PERCENT",
      defaultValue = "5",
      description = "percent below which a difference does not matter (${DEFAULT-VALUE})")
  private double marginPercent;

  @Option(names = "--one-at-a-time", description = "change one factor of the base at a time")
  private boolean oneAtATime;

  @Option(names = "--wide", description = "print all columns of the table, as cells.csv has them")
  private boolean wide;

  @Mixin private ResultOptions results;

  private final Main.RunnerSource source;

  ExperimentCommand(Main.RunnerSource source) {
    this.source = source;
  }

  CommandLine commandLine() {
    CommandLine line =
        CommandLines.coloured(new CommandLine(this).addSubcommand(new PresetCommand(source)));
    addFactors(line.getCommandSpec());
    line.getCommandSpec().version(Build.current().line("lab.jar"));
    return line;
  }

  @Override
  public Integer call() throws IOException {
    Plan plan;
    Path directory;
    try {
      plan = plan();
      directory = results.create();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
    PrintWriter err = results.progress(spec.commandLine().getErr());
    err.println("experiment: " + plan.size() + "; results in " + directory);
    String command = ExperimentRun.command(spec.commandLine().getParseResult().expandedArgs());
    return new ExperimentRun(plan, directory, command, wide)
        .perform(source, spec.commandLine().getOut(), err)
        .code();
  }

  /**
   * Reads the plan of an experiment from its arguments.
   *
   * @throws ParameterException they are none that an experiment has
   * @throws IllegalArgumentException they are bad, in one line
   */
  static Plan planOf(List<String> arguments) {
    ExperimentCommand command = new ExperimentCommand(PipelineRunner::new);
    command.commandLine().parseArgs(arguments.toArray(String[]::new));
    return command.plan();
  }

  private Plan plan() {
    Validate.isTrue(
        rounds >= 1
            && rounds <= MOST_ROUNDS
            && warmUp >= 1
            && marginPercent > 0
            && marginPercent < PERCENT,
        "--rounds is from 1 to %s, --warmup 1 or more, --margin between 0 and 100",
        MOST_ROUNDS);
    CommandLine.ParseResult parsed = spec.commandLine().getParseResult();
    Input input = input();
    List<Factor> factors = factors(parsed);
    long lines = input.lines();
    Validate.isTrue(lines > 0, "FILE has no lines");
    Design design = oneAtATime ? Design.oneAtATime(factors) : Design.allCombinations(factors);
    for (Cell cell : design.cells()) {
      Rules.check(cell);
      input.check(cell, lines);
    }
    Rules.check(design);
    Validate.isTrue(
        !parsed.hasMatchedOption("--seconds") || design.cells().stream().anyMatch(Setting::isTimed),
        "--seconds is for a --load such as wrk");
    Validate.isTrue(
        repeat == 1 || !design.cells().stream().allMatch(Setting::isTimed),
        "--repeat is for a --load that ends with the text, --seconds for the others");
    return new Plan(results.root, input, design, rounds, seed, warmUp, marginPercent / PERCENT);
  }

  /**
   * The input that was asked for.
   *
   * @throws IllegalArgumentException it cannot be, in one line
   */
  private Input input() {
    Validate.isTrue(
        repeat >= 1 && repeat <= MOST_REPEATS && seconds >= 1 && seconds <= MOST_SECONDS,
        "--repeat is from 1 to %s, --seconds from 1 to %s",
        MOST_REPEATS,
        MOST_SECONDS);
    Optional<Workload> known = Workload.named(workload);
    Validate.isTrue(
        known.isPresent(),
        "--workload is '%s', but may be %s",
        workload,
        Settings.spelled(Workload.class, ", "));
    if (known.get() == Workload.WORDCOUNT) {
      Validate.isTrue(requests == null, "--requests is for generated workloads");
      Validate.isTrue(text != null, "FILE is missing");
      Validate.isTrue(
          Files.isRegularFile(text) && Files.isReadable(text),
          "%s is not a file that can be read",
          text);
      return new Input(known.get(), Optional.of(text), repeat, 0, seconds);
    }
    Validate.isTrue(text == null, "--workload %s is generated and takes no FILE", workload);
    Validate.isTrue(repeat == 1, "--repeat is for a text; --requests is how many are generated");
    long number = requests == null ? DEFAULT_REQUESTS : requests;
    Validate.isTrue(
        number >= 1 && number <= MOST_REQUESTS, "--requests is from 1 to %s", MOST_REQUESTS);
    return new Input(known.get(), Optional.empty(), 1, number, seconds);
  }

  /** Adds an option for each setting, which names a factor. */
  private static void addFactors(CommandSpec spec) {
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
  private static List<Factor> factors(CommandLine.ParseResult parsed) {
    List<Factor> factors = new ArrayList<>();
    for (Setting setting : Setting.values()) {
      String list = parsed.matchedOptionValue("--" + setting.spelled(), setting.standard());
      List<String> levels =
          Arrays.stream(absolute(list).split(",", -1)).map(String::strip).toList();
      levels.forEach(setting::check);
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
