package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import pipeline.lab.experiment.cli.PresetRun.Experiment;
import pipeline.lab.experiment.preset.Grid;
import pipeline.lab.experiment.preset.Preset;

/** Runs the experiments that redo a published report, or a bench of ours. */
@Command(
    name = PresetCommand.NAME,
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = {
      "Redoes the experiments of a published report and puts its figures beside ours,",
      "or measures one of ours, as deploy/bench does. Without a NAME it lists them."
    })
final class PresetCommand implements Callable<Integer> {
  static final String NAME = "preset";
  private static final int ROUNDS = 8;

  /** The rounds of a quick run: one shows the shape of the curves, without verdicts. */
  private static final int QUICK_ROUNDS = 1;

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "such as r1, or pipeline")
  private String name;

  @Option(
      names = "--quick",
      description = "fewer requests, in one round: within 20 minutes, no verdicts")
  private boolean quick;

  @Option(
      names = "--rounds",
      paramLabel = "R",
      description = "launches of each combination (8; 1 with --quick)")
  private Integer rounds;

  @Mixin private ResultOptions results;

  private final Main.RunnerSource source;

  PresetCommand(Main.RunnerSource source) {
    this.source = source;
  }

  @Override
  public Integer call() throws IOException {
    if (name == null && results.unfinished == null) {
      Preset.NAMES.forEach(
          each -> spec.commandLine().getOut().println(each + "  " + Preset.named(each).question()));
      return CommandLine.ExitCode.OK;
    }
    PresetRun run;
    try {
      run = results.unfinished == null ? begin() : goOn();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
    return run.perform(source, spec.commandLine().getOut(), spec.commandLine().getErr());
  }

  private PresetRun begin() throws IOException {
    List<Experiment> experiments = experiments();
    Duration round =
        experiments.stream().map(each -> each.plan().round()).reduce(Duration.ZERO, Duration::plus);
    String estimate = Plan.spelled(rounds()) + " of some " + Plan.spelled(round);
    results.refuseLonger(round, rounds(), estimate);
    return run(experiments, results.create(results.fromAnywhere(arguments())));
  }

  /**
   * Goes on with the preset in the directory of {@code --continue}, by the arguments kept there.
   */
  private PresetRun goOn() throws IOException {
    OutDirectory directory = OutDirectory.begun(results.unfinished);
    List<String> arguments = directory.arguments();
    if (!arguments.get(0).equals(NAME)) {
      throw new IllegalArgumentException(
          directory.path() + " is of no preset; without preset, --continue goes on");
    }
    PresetCommand begun = new PresetCommand(source);
    new CommandLine(begun).parseArgs(arguments.subList(1, arguments.size()).toArray(String[]::new));
    List<Experiment> experiments = begun.experiments();
    for (Experiment experiment : experiments) {
      refuseOther(experiment, directory.file(experiment.grid().name()));
    }
    return begun.run(experiments, directory);
  }

  /** Refuses a directory with another experiment's launches, since one file cannot have both. */
  private static void refuseOther(Experiment experiment, Path begun) throws IOException {
    if (Files.exists(begun)
        && !OutDirectory.begun(begun).arguments().equals(experiment.arguments())) {
      throw new IllegalArgumentException(
          begun + " was begun with other settings than the preset has now: begin anew");
    }
  }

  private PresetRun run(List<Experiment> experiments, OutDirectory directory) {
    return new PresetRun(
        Preset.named(name), ExperimentRun.command(arguments()), experiments, directory);
  }

  private List<String> arguments() {
    List<String> arguments = new ArrayList<>(List.of(NAME, name));
    if (quick) {
      arguments.add("--quick");
    }
    if (rounds != null) {
      arguments.addAll(List.of("--rounds", rounds.toString()));
    }
    return arguments;
  }

  private List<Experiment> experiments() {
    if (!Preset.NAMES.contains(name)) {
      throw new IllegalArgumentException(
          "there is no preset '%s', but %s".formatted(name, Preset.NAMES));
    }
    return Preset.named(name).grids(quick).stream().map(this::experiment).toList();
  }

  private int rounds() {
    return rounds == null ? (quick ? QUICK_ROUNDS : ROUNDS) : rounds;
  }

  private Experiment experiment(Grid grid) {
    List<String> arguments = new ArrayList<>(grid.arguments(quick));
    arguments.addAll(List.of("--rounds", Integer.toString(rounds())));
    String command = ExperimentRun.command(arguments);
    arguments.replaceAll(
        each ->
            each.startsWith("testdata/")
                ? results.root.resolve(each).toAbsolutePath().toString()
                : each);
    List<String> all = results.fromAnywhere(arguments);
    return new Experiment(grid, command, all, ExperimentCommand.planOf(all));
  }
}
