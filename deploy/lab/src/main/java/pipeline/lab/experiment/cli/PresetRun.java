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
 * One call of a preset: its experiments one after the other, each as an ordinary one in a directory
 * of its own, then one page about all.
 *
 * @param command as it can be pasted into a shell
 */
record PresetRun(
    Preset preset, String command, List<Experiment> experiments, OutDirectory directory) {

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
   * @param out gets the page
   * @return the exit code
   */
  int perform(Main.RunnerSource source, PrintWriter out, PrintWriter err) throws IOException {
    err.println("experiment: " + estimate() + "; results in " + directory.path());
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    List<GridResults> grids = new ArrayList<>();
    int code = 0;
    for (Experiment experiment : experiments) {
      err.println("experiment: " + experiment.grid().title() + ": " + experiment.plan().estimate());
      ExperimentRun run =
          new ExperimentRun(experiment.plan(), directory(experiment), experiment.command(), false);
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
      out.print(write(new PresetReport(preset, command, grids)));
      out.flush();
    }
    return code;
  }

  private String estimate() {
    Duration all =
        experiments.stream().map(each -> each.plan().time()).reduce(Duration.ZERO, Duration::plus);
    int launches = experiments.stream().mapToInt(each -> each.plan().launches()).sum();
    return "preset %s: %s experiments, %s launches in all: some %s"
        .formatted(preset.name(), experiments.size(), launches, Plan.spelled(all));
  }

  /** The directory of one experiment, which may have begun before. */
  private OutDirectory directory(Experiment experiment) throws IOException {
    Path path = directory.file(experiment.grid().name());
    return Files.exists(path)
        ? OutDirectory.begun(path)
        : OutDirectory.create(path, experiment.arguments());
  }

  /** Writes the files about all of it; returns the page. */
  private String write(PresetReport report) throws IOException {
    String page = report.markdown();
    Files.writeString(directory.file("preset.md"), page);
    Files.writeString(directory.file("preset.html"), report.html());
    Files.writeString(directory.file("preset.csv"), report.csv());
    if (!preset.isReport()) {
      Files.writeString(directory.file("tables.md"), report.tables());
    }
    return page;
  }
}
