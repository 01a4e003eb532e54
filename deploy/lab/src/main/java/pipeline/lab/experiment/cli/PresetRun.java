package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import pipeline.lab.experiment.preset.Grid;
import pipeline.lab.experiment.preset.Preset;
import pipeline.lab.experiment.report.PresetReport;
import pipeline.lab.experiment.report.PresetReport.GridResults;
import pipeline.lab.experiment.report.Results;

/**
 * A preset to run: its experiments one after the other, each as an ordinary one in a directory of
 * its own, then one page about all.
 *
 * @param arguments of the command
 */
record PresetRun(Preset preset, List<String> arguments, List<Experiment> experiments) {

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
        experiments.stream().map(each -> each.plan().time()).reduce(Duration.ZERO, Duration::plus);
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
        err.println("experiment: not finished; preset --continue " + directory.path() + " goes on");
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
