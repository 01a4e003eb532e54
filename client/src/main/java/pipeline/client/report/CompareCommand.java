package pipeline.client.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import pipeline.client.input.BadInputException;
import pipeline.client.input.JsonTree;
import pipeline.wire.process.Console;

/**
 * {@code compare A.json B.json}: the numbers of two runs side by side, step by step, with their
 * ratio. Steps belong together when they have the same name; of several, the first with the first.
 */
public final class CompareCommand {
  public static final String NAME = "compare";

  /** The numbers of a step that are compared. */
  private static final List<String> METRICS =
      List.of(
          ("throughput /s,lines/s,successful,unsuccessful,retries,mean ms,p50 ms,p90 ms,p99 ms,"
                  + "p999 ms,max ms,wall s")
              .split(",", -1));

  private final PrintStream out;

  private CompareCommand(PrintStream out) {
    this.out = out;
  }

  /**
   * Prints the table.
   *
   * @param args what follows {@code compare}
   * @return the program's exit code
   * @throws BadInputException if these are not two files of {@code --json}
   */
  public static int run(List<String> args, Console console) throws BadInputException {
    if (args.contains("-h") || args.contains("--help")) {
      console.out().println("Usage: java -jar client.jar compare A.json B.json");
      console.out().println("Prints two results of --json side by side, with their ratios.");
      return 0;
    }
    if (args.size() != 2) {
      throw new BadInputException(
          "compare needs two files of --json: compare A.json B.json (to send a file of that name:"
              + " ./compare)");
    }
    JsonTree a = Fleet.json(args.get(0));
    JsonTree b = Fleet.json(args.get(1));
    CompareCommand command = new CompareCommand(console.out());
    command.printRun("A", args.get(0), a);
    command.printRun("B", args.get(1), b);
    command.printSteps(stepsOf(a), stepsOf(b));
    console.out().flush();
    return 0;
  }

  private void printRun(String name, String file, JsonTree run) {
    out.printf(
        "%s: %s, %s%n   %s%n",
        name,
        Console.printable(file),
        Console.printable(run.at("run", "startedAt").text().orElse("?")),
        Console.printable(run.at("run", "command").text().orElse("?")));
  }

  /** The steps of a run by name; a repeated name gets a number: {@code 100/s for 10 s (2)}. */
  private static Map<String, JsonTree> stepsOf(JsonTree run) {
    Map<String, JsonTree> steps = new LinkedHashMap<>();
    Map<String, Integer> turns = new HashMap<>();
    for (JsonTree step : run.at("steps").elements()) {
      String name = step.at("name").text().orElse("");
      int turn = turns.merge(name, 1, Integer::sum);
      steps.put(turn == 1 ? name : name + " (" + turn + ")", step);
    }
    return steps;
  }

  private void printSteps(Map<String, JsonTree> a, Map<String, JsonTree> b) {
    a.keySet().stream().filter(b::containsKey).forEach(n -> printStep(n, a.get(n), b.get(n)));
    a.keySet().stream().filter(name -> !b.containsKey(name)).forEach(n -> only("A", n));
    b.keySet().stream().filter(name -> !a.containsKey(name)).forEach(n -> only("B", n));
  }

  private void only(String run, String step) {
    out.printf("%nonly in %s: %s%n", run, Console.printable(step));
  }

  private void printStep(String name, JsonTree a, JsonTree b) {
    List<List<String>> lines = new ArrayList<>(List.of(List.of("", "A", "B", "B/A")));
    for (String metric : METRICS) {
      double ratio =
          StepTables.number(metric, b).orElse(Double.NaN)
              / StepTables.number(metric, a).orElse(Double.NaN);
      lines.add(
          List.of(
              "  " + metric,
              StepTables.cell(metric, a),
              StepTables.cell(metric, b),
              Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.3f", ratio) : "-"));
    }
    out.printf("%n%s%n%s", Console.printable(name), StepTables.aligned(lines));
  }
}
