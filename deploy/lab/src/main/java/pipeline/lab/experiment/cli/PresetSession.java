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
import pipeline.lab.experiment.report.PresetResults.Measured;
import pipeline.lab.experiment.report.Results;

/**
 * One call of a preset: its experiments one after the other, each as an ordinary one in a directory
 * of its own, then one page about all.
 *
 * @param command as it can be pasted into a shell
 * @param out gets the page
 */
record PresetSession(
    Preset preset,
    String command,
    List<Step> steps,
    OutDirectory directory,
    PrintWriter out,
    PrintWriter err) {

  /**
   * One experiment.
   *
   * @param command as it can be pasted into a shell
   * @param arguments from any directory
   */
  record Step(Grid grid, String command, List<String> arguments, Plan plan) {}

  /**
   * Goes on until all is launched; what was measured is written in any case.
   *
   * @return the exit code
   */
  int perform(Main.RunnerSource source) throws IOException {
    err.println("experiment: " + estimate() + "; results in " + directory.path());
    List<Measured> measured = new ArrayList<>();
    int code = 0;
    for (Step step : steps) {
      err.println("experiment: " + step.grid().title() + ": " + step.plan().estimate());
      PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
      Session session = new Session(step.plan(), directory(step), step.command(), nowhere, err);
      code = session.perform(source);
      Results results = session.results();
      if (!results.launches().isEmpty()) {
        measured.add(new Measured(step.grid(), results));
      }
      if (code != 0) {
        break;
      }
    }
    write(new PresetResults(preset, command, measured));
    if (code != 0) {
      err.println("experiment: not finished; preset --continue " + directory.path() + " goes on");
    }
    return code;
  }

  private String estimate() throws IOException {
    Duration all = Duration.ZERO;
    int launches = 0;
    for (Step step : steps) {
      all = all.plus(step.plan().time());
      launches += step.plan().launches();
    }
    return "preset %s: %d experiments, %d launches in all: some %s"
        .formatted(preset.name(), steps.size(), launches, Plan.spelled(all));
  }

  /** Of one experiment, begun or new. */
  private OutDirectory directory(Step step) throws IOException {
    Path path = directory.file(step.grid().name());
    if (Files.exists(path)) {
      return OutDirectory.existing(path, IllegalStateException::new);
    }
    OutDirectory made =
        OutDirectory.create(Optional.of(path), step.plan().root(), IllegalStateException::new);
    made.keepArguments(step.arguments());
    return made;
  }

  private void write(PresetResults results) throws IOException {
    if (results.measured().isEmpty()) {
      return;
    }
    String page = PresetReport.markdown(results);
    Files.writeString(directory.file("preset.md"), page);
    Files.writeString(directory.file("preset.html"), PresetReport.html(results));
    Files.writeString(directory.file("preset.csv"), PresetReport.csv(results));
    if (!preset.isReport()) {
      Files.writeString(directory.file("tables.md"), PresetReport.tables(results));
      Files.writeString(directory.file("chart.tsv"), PresetReport.chart(results));
    }
    out.print(page);
    out.flush();
  }
}
