package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
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
import pipeline.lab.experiment.report.Preset;
import pipeline.lab.experiment.report.Preset.Grid;
import pipeline.lab.experiment.report.PresetReport;
import pipeline.lab.experiment.report.PresetReport.GridResults;
import pipeline.lab.experiment.run.Plan;

/** Runs the experiments that redo a published report, or a bench of ours. */
@Command(
    name = "preset",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = {
      "Redoes the experiments of a published report and puts its figures beside ours,",
      "or measures one of ours, as deploy/bench does. Without a NAME it lists them."
    })
final class PresetCommand implements Callable<Integer> {
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

  /** One experiment of a preset. */
  private record Experiment(Grid grid, String command, Plan plan) {}

  /** A preset to run: its experiments one after the other. */
  private record PresetRun(Preset preset, List<Experiment> experiments) {}

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (name == null) {
      Preset.NAMES.forEach(each -> out.println(each + "  " + Preset.named(each).question()));
      return CommandLine.ExitCode.OK;
    }
    List<PresetRun> runs;
    Path directory;
    try {
      runs = runs();
      directory = results.create();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
    int code = CommandLine.ExitCode.OK;
    for (int i = 0; i < runs.size() && code == CommandLine.ExitCode.OK; i++) {
      String each = runs.get(i).preset().name();
      code = perform(runs.get(i), each.equals(name) ? directory : directory.resolve(each));
    }
    return code;
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
    return names.stream()
        .map(Preset::named)
        .map(
            preset ->
                new PresetRun(preset, preset.grids(quick).stream().map(this::experiment).toList()))
        .toList();
  }

  private Experiment experiment(Grid grid) {
    int each = rounds == null ? (quick ? QUICK_ROUNDS : ROUNDS) : rounds;
    List<String> arguments = new ArrayList<>(grid.arguments(quick));
    arguments.addAll(List.of("--rounds", Integer.toString(each)));
    String command = ExperimentRun.command(arguments);
    arguments.replaceAll(
        argument ->
            argument.startsWith("testdata/")
                ? results.root.resolve(argument).toString()
                : argument);
    arguments.addAll(List.of("--root", results.root.toString()));
    return new Experiment(grid, command, ExperimentCommand.planOf(arguments));
  }

  /**
   * Runs each experiment as an ordinary one in a directory of its own, then writes a page about all
   * that have begun.
   *
   * @return the exit code
   */
  private int perform(PresetRun run, Path directory) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = results.progress(spec.commandLine().getErr());
    Preset preset = run.preset();
    err.printf(
        "experiment: preset %s: %s experiments, %s launches in all; results in %s%n",
        preset.name(),
        run.experiments().size(),
        run.experiments().stream().mapToInt(each -> each.plan().launches()).sum(),
        directory);
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    List<GridResults> grids = new ArrayList<>();
    int code = CommandLine.ExitCode.OK;
    for (Experiment experiment : run.experiments()) {
      Grid grid = experiment.grid();
      Plan plan = experiment.plan();
      err.println("experiment: " + grid.title() + ": " + plan.size());
      Path its = Files.createDirectories(directory.resolve(grid.name()));
      ExperimentRun.Outcome outcome =
          new ExperimentRun(plan, its, experiment.command(), false).perform(source, nowhere, err);
      if (!outcome.results().launches().isEmpty()) {
        grids.add(new GridResults(grid, outcome.results()));
      }
      code = outcome.code();
      if (code != CommandLine.ExitCode.OK) {
        break;
      }
    }
    if (!grids.isEmpty()) {
      PresetReport report = new PresetReport(preset, command(preset), grids);
      Files.writeString(directory.resolve("preset.md"), report.markdown());
      Files.writeString(directory.resolve("preset.html"), report.html());
      out.print(report.markdown());
      out.flush();
    }
    return code;
  }

  private String command(Preset preset) {
    List<String> arguments = new ArrayList<>(List.of("preset", preset.name()));
    if (quick) {
      arguments.add("--quick");
    }
    if (rounds != null) {
      arguments.addAll(List.of("--rounds", rounds.toString()));
    }
    return ExperimentRun.command(arguments);
  }
}
