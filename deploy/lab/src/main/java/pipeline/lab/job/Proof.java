package pipeline.lab.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.lab.job.Children.Ended;
import pipeline.lab.process.Program;

/**
 * What the counts must be, by programs that share no line of code with ours: coreutils for a text
 * ({@code deploy/lib/oracle.sh}), {@code oracle.py} for generated requests. Used by one thread.
 */
final class Proof {
  private static final Pattern SENT =
      Pattern.compile(
          "(?m)^(?:Total number of (?:successful requests|lines): |(?:Lines|Requests) sent: )(\\d+)");

  /**
   * A run in the report, with the number of lines that the client said it has; {@code ?} for none.
   */
  private static final Pattern END = Pattern.compile("(?m)^run .* of=(\\S+)");

  /** The report's total of missing lines; a consumer that knows of no ends tells of gaps only. */
  private static final Pattern MISSING =
      Pattern.compile("(?m)^total runs=.* (?:missing|gaps)=(\\d+)");

  private final Arguments arguments;
  private final Path library;
  private final Path out;
  private final Children children;
  private final Screen screen;
  private Losses losses;

  /**
   * @param root the checkout
   * @param out the run's directory
   */
  Proof(Arguments arguments, Path root, Path out, Children children, Screen screen) {
    this.arguments = arguments;
    this.library = root.resolve("deploy/lib");
    this.out = out;
    this.children = children;
    this.screen = screen;
  }

  /** The losses of a text, found by {@link #holds}; null before, and for generated requests. */
  Losses losses() {
    return losses;
  }

  /** The consumers' workloads, as their option has them; each workload gets every message. */
  List<String> workloads() {
    return arguments.workload.equals("swipes")
        ? List.of("swipe-counts", "swipe-matches")
        : List.of(arguments.workload);
  }

  /** The file that the counts of a workload are written to. */
  Path counts(String workload) {
    return out.resolve((arguments.isGenerated() ? workload : "counts") + ".tsv");
  }

  private Path expected(String workload) {
    return out.resolve((arguments.isGenerated() ? workload + "." : "") + "expected.tsv");
  }

  /** How many lines a run sends that does not end by the clock. */
  long linesToSend() throws IOException, InterruptedException, JobException {
    String once =
        arguments.isGenerated() ? arguments.requests : oracle("line_count", arguments.file);
    return Long.parseLong(once) * arguments.rounds();
  }

  /**
   * Prints whether all is as it must be.
   *
   * @param said the client's output
   * @param left the messages waiting and dead
   * @param reports by workload, the output of its consumer that ended last
   * @return whether it is
   */
  boolean holds(String said, String left, Map<String, String> reports)
      throws IOException, InterruptedException, JobException {
    String answered = linesAnswered(said);
    String sent = arguments.isTimed() ? answered : Long.toString(linesToSend());
    String totals = expect(sent);
    boolean exact = true;
    if (!arguments.isGenerated()) {
      screen.out().println("the ten most frequent words:");
      oracle("top_ten", counts(arguments.workload).toString())
          .lines()
          .forEach(screen.out()::println);
    }
    exact &= isAsExpected("lines sent", sent, answered);
    exact &= isAsExpected("messages waiting and dead", "0 0", left);
    for (String workload : workloads()) {
      if (!arguments.isReference()) {
        String report = reports.get(workload);
        exact &= isAsExpected("lines missing in " + workload, "0", missing(report));
        exact &= isAsExpected("the run's lines, told to " + workload, sent, end(report));
      }
      exact &= isSame(expected(workload), counts(workload));
    }
    if (!arguments.isGenerated()) {
      String workload = arguments.workload;
      String report = reports.get(workload);
      losses = Losses.of(Long.parseLong(sent), expected(workload), counts(workload), report);
    }
    String wrong = arguments.isReference() ? losses + ", as this design does" : totals;
    screen.out().println("counts: " + (exact ? "EXACT " + totals : "WRONG " + wrong));
    return exact;
  }

  /**
   * The number of lines that the client says were answered. A request is a line, unless the number
   * of lines follows the block; runs of several steps say it in a line of their own.
   */
  private static String linesAnswered(String said) {
    return last(SENT, said);
  }

  /** How many lines were not counted, though higher ones were or the run's end tells of them. */
  static String missing(String report) {
    return last(MISSING, report);
  }

  /** How many lines the run has by its end; empty if the report tells of none. */
  static String end(String report) {
    return last(END, report);
  }

  private static String last(Pattern pattern, String text) {
    String last = "";
    for (Matcher found = pattern.matcher(text); found.find(); ) {
      last = found.group(1);
    }
    return last;
  }

  /** Writes the counts that are expected, and returns what the last line says of them. */
  private String expect(String lines) throws IOException, InterruptedException, JobException {
    if (!arguments.isGenerated()) {
      String target = expected(arguments.workload).toString();
      return oracle("expect_words", arguments.file, lines, out.toString(), target);
    }
    String totals = "";
    for (String workload : workloads()) {
      Files.writeString(expected(workload), generated(workload, lines));
      totals = generated(workload, lines, "--totals").strip();
    }
    return totals;
  }

  private String generated(String workload, String requests, String... options)
      throws IOException, InterruptedException, JobException {
    String script = library.resolve("oracle.py").toString();
    return run(
        Program.of("python3", "python3", script, workload, "--requests", requests)
            .plus("--seed", arguments.seed)
            .plus(options));
  }

  /** Runs a function of the oracle of coreutils. */
  private String oracle(String function, String... operands)
      throws IOException, InterruptedException, JobException {
    String script = "set -euo pipefail; source \"$0/common.sh\"; source \"$0/oracle.sh\"; \"$@\"";
    return run(Program.of("oracle", "bash", "-c", script, library.toString(), function)
            .plus(operands))
        .stripTrailing();
  }

  private String run(Program program) throws IOException, InterruptedException, JobException {
    Ended answer = children.run(program);
    if (answer.code() != 0) {
      throw JobException.failed(program.name() + " ended with exit code " + answer.code());
    }
    return answer.text();
  }

  private boolean isAsExpected(String what, String expected, String actual) {
    if (!actual.equals(expected)) {
      String shown = actual.isEmpty() ? "none" : actual;
      screen.say("%s: %s, but must be %s".formatted(what, shown, expected));
    }
    return actual.equals(expected);
  }

  private boolean isSame(Path expected, Path counted)
      throws IOException, InterruptedException, JobException {
    boolean same = Files.mismatch(expected, counted) < 0;
    if (!same) {
      screen.say(counted.getFileName() + ": the first differences (< expected, > counted):");
      screen.err().println(oracle("differences", expected.toString(), counted.toString()));
    }
    return same;
  }
}
