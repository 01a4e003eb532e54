package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
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
import pipeline.lab.experiment.preset.Grid;
import pipeline.lab.experiment.preset.Preset;
import pipeline.lab.experiment.report.PresetReport;
import pipeline.lab.experiment.report.PresetReport.GridResults;
import pipeline.lab.experiment.report.Results;

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

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "such as r1, or pipeline; all reports, or all benches: a directory for each")
  private String name;

  @Option(
      names = "--quick",
      description =
          "one round, of a bench with fewer requests: within 20 minutes each, no verdicts")
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
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = results.progress(spec.commandLine().getErr());
    if (name == null && results.unfinished == null) {
      Preset.NAMES.forEach(each -> out.println(each + "  " + Preset.named(each).question()));
      return CommandLine.ExitCode.OK;
    }
    try {
      return results.unfinished == null ? begin(out, err) : goOn(out, err);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }

  private int begin(PrintWriter out, PrintWriter err) throws IOException {
    List<PresetRun> runs = runs();
    Duration round = runs.stream().map(PresetRun::round).reduce(Duration.ZERO, Duration::plus);
    String estimate = Plan.spelled(rounds()) + " of some " + Plan.spelled(round);
    results.refuseLonger(round, rounds(), estimate);
    return perform(runs, results.create(results.fromAnywhere(arguments(name))), out, err);
  }

  /**
   * Goes on with the preset in the directory of {@code --continue}, by the arguments kept there.
   */
  private int goOn(PrintWriter out, PrintWriter err) throws IOException {
    OutDirectory directory = OutDirectory.begun(results.unfinished);
    List<String> arguments = directory.arguments();
    if (!arguments.get(0).equals(NAME)) {
      throw new IllegalArgumentException(
          directory.path() + " is of no preset; without preset, --continue goes on");
    }
    PresetCommand begun = new PresetCommand(source);
    new CommandLine(begun).parseArgs(arguments.subList(1, arguments.size()).toArray(String[]::new));
    return begun.perform(begun.runs(), directory, out, err);
  }

  private int perform(
      List<PresetRun> runs, OutDirectory directory, PrintWriter out, PrintWriter err)
      throws IOException {
    List<OutDirectory> directories = new ArrayList<>();
    for (PresetRun run : runs) {
      boolean alone = run.preset().name().equals(name);
      OutDirectory its =
          alone
              ? directory
              : directory.within(run.preset().name(), results.fromAnywhere(run.arguments()));
      run.refuseOther(its);
      directories.add(its);
    }
    int code = CommandLine.ExitCode.OK;
    for (int i = 0; i < runs.size() && code == CommandLine.ExitCode.OK; i++) {
      code = runs.get(i).perform(directories.get(i), source, out, err);
    }
    return code;
  }

  private List<String> arguments(String preset) {
    List<String> arguments = new ArrayList<>(List.of(NAME, preset));
    if (quick) {
      arguments.add("--quick");
    }
    if (rounds != null) {
      arguments.addAll(List.of("--rounds", rounds.toString()));
    }
    return arguments;
  }

  private List<PresetRun> runs() {
    List<String> names =
        switch (name) {
          case "all" -> Preset.REPORTS;
          case "benches" -> Preset.BENCHES;
          default -> List.of(name);
        };
    if (!Preset.NAMES.containsAll(names)) {
      throw new IllegalArgumentException(
          "there is no preset '%s', but all, benches, %s"
              .formatted(name, String.join(", ", Preset.NAMES)));
    }
    List<PresetRun> runs = new ArrayList<>();
    for (String each : names) {
      Preset preset = Preset.named(each);
      runs.add(
          new PresetRun(
              preset,
              arguments(each),
              preset.grids(quick).stream().map(this::experiment).toList()));
    }
    return runs;
  }

  private int rounds() {
    return rounds == null ? (quick ? QUICK_ROUNDS : ROUNDS) : rounds;
  }

  private PresetRun.Experiment experiment(Grid grid) {
    List<String> arguments = new ArrayList<>(grid.arguments(quick));
    arguments.addAll(List.of("--rounds", Integer.toString(rounds())));
    String command = ExperimentRun.command(arguments);
    arguments.replaceAll(
        each ->
            each.startsWith("testdata/")
                ? results.root.resolve(each).toAbsolutePath().toString()
                : each);
    List<String> all = results.fromAnywhere(arguments);
    return new PresetRun.Experiment(grid, command, all, ExperimentCommand.planOf(all));
  }

  /**
   * A preset to run: its experiments one after the other, each as an ordinary one in a directory of
   * its own, then one page about all.
   *
   * @param arguments of the command
   */
  private record PresetRun(Preset preset, List<String> arguments, List<Experiment> experiments) {

    /**
     * One experiment of the preset.
     *
     * @param command as it can be pasted into a shell
     * @param arguments from any directory
     */
    record Experiment(Grid grid, String command, List<String> arguments, Plan plan) {}

    /** How long a round of all experiments may take, roughly. */
    Duration round() {
      return experiments.stream()
          .map(each -> each.plan().round())
          .reduce(Duration.ZERO, Duration::plus);
    }

    /**
     * Checks a directory in which the preset may have begun.
     *
     * @throws IllegalArgumentException it has launches of other experiments: one file cannot have
     *     both
     */
    void refuseOther(OutDirectory directory) throws IOException {
      for (Experiment experiment : experiments) {
        Path begun = directory.file(experiment.grid().name());
        if (Files.exists(begun)
            && !OutDirectory.begun(begun).arguments().equals(experiment.arguments())) {
          throw new IllegalArgumentException(
              begun + " was begun with other settings than the preset has now: begin anew");
        }
      }
    }

    /**
     * Makes the launches that are missing; what was measured is written in any case.
     *
     * @param out gets the page
     * @return the exit code
     */
    int perform(OutDirectory directory, Main.RunnerSource source, PrintWriter out, PrintWriter err)
        throws IOException {
      int launches = experiments.stream().mapToInt(each -> each.plan().launches()).sum();
      Duration all =
          experiments.stream()
              .map(each -> each.plan().time())
              .reduce(Duration.ZERO, Duration::plus);
      err.printf(
          "experiment: preset %s: %s experiments, %s launches in all: some %s; results in %s%n",
          preset.name(), experiments.size(), launches, Plan.spelled(all), directory.path());
      PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
      List<GridResults> grids = new ArrayList<>();
      int code = 0;
      for (Experiment experiment : experiments) {
        Plan plan = experiment.plan();
        err.println("experiment: " + experiment.grid().title() + ": " + plan.estimate());
        OutDirectory its = directory.within(experiment.grid().name(), experiment.arguments());
        ExperimentRun run = new ExperimentRun(plan, its, experiment.command(), false);
        code = run.perform(source, nowhere, err);
        Results results = run.results();
        if (!results.launches().isEmpty()) {
          grids.add(new GridResults(experiment.grid(), results));
        }
        if (code != 0) {
          err.println(
              "experiment: not finished; preset --continue " + directory.path() + " goes on");
          break;
        }
      }
      if (!grids.isEmpty()) {
        PresetReport report = new PresetReport(preset, ExperimentRun.command(arguments), grids);
        Files.writeString(directory.file("preset.md"), report.markdown());
        Files.writeString(directory.file("preset.html"), report.html());
        if (!preset.isReport()) {
          Files.writeString(directory.file("tables.md"), report.tables());
        }
        out.print(report.markdown());
        out.flush();
      }
      return code;
    }
  }
}
