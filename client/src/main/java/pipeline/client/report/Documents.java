package pipeline.client.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import pipeline.client.broker.BrokerHistory;
import pipeline.client.load.StepResult;
import pipeline.client.report.SecondSeries.Second;
import pipeline.wire.process.Console;
import pipeline.wire.process.OutputFile;

/** The outputs that are made when a whole run is known, of one client or of a fleet. */
public record Documents(OutputConfig config, Console console) {
  private static final int POINTS_PER_HALVING = 5;
  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * Writes the result of a fleet.
   *
   * @return whether everything was written and the run met all that was expected of it
   */
  public boolean write(MergedResult merged) {
    return write(merged.run(), merged.seconds(), Optional.empty(), List.of());
  }

  /**
   * Writes the files and checks the expectations.
   *
   * @param broker empty if it was not to be asked
   * @param failed what could not be written before
   * @return whether everything was written and the run met all that was expected of it
   */
  boolean write(
      RunRecord run, List<Second> seconds, Optional<BrokerHistory> broker, List<String> failed) {
    List<Expectation.Check> checks = check(run);
    ResultJson result = new ResultJson(run, seconds, checks, config.queue(), broker);
    List<String> failures = new ArrayList<>(failed);
    writePercentiles(run.steps(), failures);
    config.json().ifPresent(file -> write(file, result::write, failures));
    config.report().ifPresent(file -> write(file, out -> HtmlReport.write(result, out), failures));
    checks.stream().filter(check -> !check.met()).forEach(check -> console.tell(check.toString()));
    failures.forEach(console::tell);
    return failures.isEmpty() && checks.stream().allMatch(Expectation.Check::met);
  }

  private List<Expectation.Check> check(RunRecord run) {
    return run.steps().stream()
        .flatMap(
            step -> config.expectations().stream().map(e -> e.check(step.label(), step.stats())))
        .toList();
  }

  /** Writes HdrHistogram's percentile distribution of each step, in milliseconds. */
  private void writePercentiles(List<StepResult> steps, List<String> failures) {
    List<OutputFile> files = config.hgrm();
    if (files.size() == 1) {
      write(files.get(0), out -> steps.forEach(step -> writePercentiles(step, out)), failures);
      return;
    }
    for (int i = 0; i < Math.min(files.size(), steps.size()); i++) {
      StepResult step = steps.get(i);
      write(files.get(i), out -> writePercentiles(step, out), failures);
    }
  }

  /**
   * Writes one step's percentile distribution. A failure shows in {@code out}: a print stream
   * throws none.
   */
  private static void writePercentiles(StepResult step, OutputStream out) {
    PrintStream printer = new PrintStream(out, false, StandardCharsets.US_ASCII);
    step.stats()
        .successes()
        .histogram()
        .outputPercentileDistribution(printer, POINTS_PER_HALVING, NANOS_PER_MILLI);
    printer.flush();
  }

  private static void write(OutputFile file, OutputFile.Content document, List<String> failures) {
    try {
      file.write(document);
    } catch (IOException e) {
      failures.add(file + " cannot be written: " + Console.reason(e));
    }
  }
}
