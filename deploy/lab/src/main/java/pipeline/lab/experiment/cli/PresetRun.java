package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import pipeline.lab.experiment.preset.Grid;
import pipeline.lab.experiment.preset.Preset;
import pipeline.lab.experiment.report.PresetReport;
import pipeline.lab.experiment.report.PresetResults;
import pipeline.lab.experiment.report.PresetResults.GridResults;
import pipeline.lab.experiment.report.Results;

/**
 * One call of a preset: its experiments one after the other, each as an ordinary one in a directory
 * of its own, then one page about all.
 *
 * @param command as it can be pasted into a shell
 * @param out gets the page
 */
record PresetRun(
    Preset preset,
    String command,
    List<Experiment> experiments,
    OutDirectory directory,
    PrintWriter out,
    PrintWriter err) {

  /**
   * One experiment of the preset.
   *
   * @param command as it can be pasted into a shell
   * @param arguments from any directory
   */
  record Experiment(Grid grid, String command, List<String> arguments, Plan plan) {}

  /**
   * Makes the launches that are missing; what was measured is written in any case.
   *
   * @return the exit code
   */
  int perform(Main.RunnerSource source) throws IOException {
    err.println("experiment: " + estimate() + "; results in " + directory.path());
    List<GridResults> grids = new ArrayList<>();
    int code = 0;
    for (Experiment experiment : experiments) {
      err.println("experiment: " + experiment.grid().title() + ": " + experiment.plan().estimate());
      PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
      ExperimentRun run =
          new ExperimentRun(
              experiment.plan(), directory(experiment), experiment.command(), nowhere, err, false);
      code = run.perform(source);
      Results results = run.results();
      if (!results.launches().isEmpty()) {
        grids.add(new GridResults(experiment.grid(), results));
      }
      if (code != 0) {
        break;
      }
    }
    write(new PresetResults(preset, command, grids));
    if (code != 0) {
      err.println("experiment: not finished; preset --continue " + directory.path() + " goes on");
    }
    return code;
  }

  private String estimate() throws IOException {
    Duration all = Duration.ZERO;
    int launches = 0;
    for (Experiment experiment : experiments) {
      all = all.plus(experiment.plan().time());
      launches += experiment.plan().launches();
    }
    return "preset %s: %s experiments, %s launches in all: some %s"
        .formatted(preset.name(), experiments.size(), launches, Plan.spelled(all));
  }

  /** The directory of one experiment, which may have begun before. */
  private OutDirectory directory(Experiment experiment) throws IOException {
    Path path = directory.file(experiment.grid().name());
    if (Files.exists(path)) {
      return OutDirectory.existing(path, IllegalStateException::new);
    }
    OutDirectory made =
        OutDirectory.create(
            Optional.of(path), experiment.plan().root(), IllegalStateException::new);
    made.keepArguments(experiment.arguments());
    return made;
  }

  private void write(PresetResults results) throws IOException {
    if (results.grids().isEmpty()) {
      return;
    }
    String page = PresetReport.markdown(results);
    Files.writeString(directory.file("preset.md"), page);
    Files.writeString(directory.file("preset.html"), PresetReport.html(results));
    Files.writeString(directory.file("preset.csv"), PresetReport.csv(results));
    if (!preset.isReport()) {
      Files.writeString(directory.file("tables.md"), PresetReport.tables(results));
    }
    out.print(page);
    out.flush();
  }
}
