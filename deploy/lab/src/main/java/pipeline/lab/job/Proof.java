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

  /** How many lines the client said that the run has, {@code ?} if it did not. */
  private static final Pattern END = Pattern.compile("(?m)^run .* of=(\\S+)");

  /** Lines missing in all; a consumer that knows of no ends tells of gaps only. */
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

  /** What {@link #holds} has found of a text; null before, and of generated requests. */
  Losses losses() {
    return losses;
  }

  /** What consumers are needed for, as they call their workload: each gets every message. */
  List<String> countings() {
    return arguments.workload.equals("swipes")
        ? List.of("swipe-counts", "swipe-matches")
        : List.of(arguments.workload);
  }

  /** Where the counts are written. */
  Path counts(String counting) {
    return out.resolve((arguments.isGenerated() ? counting : "counts") + ".tsv");
  }

  private Path expected(String counting) {
    return out.resolve((arguments.isGenerated() ? counting + "." : "") + "expected.tsv");
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
   * @param reports the output of the consumer of each counting that ended last
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
    for (String counting : countings()) {
      if (!arguments.isReference()) {
        String report = reports.get(counting);
        exact &= isAsExpected("lines missing in " + counting, "0", missing(report));
        exact &= isAsExpected("the run's lines, told to " + counting, sent, end(report));
      }
      exact &= isSame(expected(counting), counts(counting));
    }
    if (!arguments.isGenerated()) {
      String counting = arguments.workload;
      String report = reports.get(counting);
      losses = Losses.of(Long.parseLong(sent), expected(counting), counts(counting), report);
    }
    String wrong = arguments.isReference() ? losses + ", as this design does" : totals;
    screen.out().println("counts: " + (exact ? "EXACT " + totals : "WRONG " + wrong));
    return exact;
  }

  /**
   * A request is a line, unless the number of lines follows the block; runs of several steps say it
   * in a line of their own.
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
    for (String counting : countings()) {
      Files.writeString(expected(counting), generated(counting, lines));
      totals = generated(counting, lines, "--totals").strip();
    }
    return totals;
  }

  private String generated(String counting, String requests, String... options)
      throws IOException, InterruptedException, JobException {
    String script = library.resolve("oracle.py").toString();
    return run(
        Program.of("python3", "python3", script, counting, "--requests", requests)
            .plus("--seed", arguments.seed)
            .plus(options));
  }

  /** A function of the oracle of coreutils. */
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
