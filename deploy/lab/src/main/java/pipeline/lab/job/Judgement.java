package pipeline.lab.job;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import pipeline.rig.Oracle;
import pipeline.rig.Proof;
import pipeline.rig.Rig;
import pipeline.wire.amqp.Topology;

/** Whether the counts of a run are what they must be. Used by one thread. */
final class Judgement {
  /**
   * A request is a line, unless the number of lines follows; runs of several steps say it alone.
   */
  private static final Pattern SENT =
      Pattern.compile(
          "(?m)^(?:Total number of (?:successful requests|lines): |(?:Lines|Requests) sent:"
              + " )([\\d,]+)");

  private final Arguments arguments;
  private final Oracle oracle;
  private final Path out;
  private final Screen screen;
  private long lines;
  private Proof.Miscount losses;

  /**
   * @param root the checkout
   * @param out the run's directory
   */
  Judgement(Arguments arguments, Path root, Path out, Screen screen) {
    this.arguments = arguments;
    this.oracle = new Oracle(root, out);
    this.out = out;
    this.screen = screen;
  }

  /** The losses of a text, found by {@link #holds}; null before, and for generated requests. */
  Proof.Miscount losses() {
    return losses;
  }

  /** How many lines were sent, as {@link #holds} has found. */
  long lines() {
    return lines;
  }

  /** How many lines a run sends that does not end by the clock. */
  long linesToSend() throws IOException, InterruptedException {
    long once =
        arguments.workload.isGenerated()
            ? arguments.requests
            : oracle.lines(Path.of(arguments.file));
    return once * arguments.rounds();
  }

  /**
   * Prints whether all is as it must be.
   *
   * @param said the client's output
   * @param rig whose consumers have ended
   * @return whether it is
   */
  boolean holds(String said, Rig rig) throws IOException, InterruptedException {
    String answered =
        SENT.matcher(said)
            .results()
            .map(found -> found.group(1).replace(",", ""))
            .reduce("", (a, b) -> b);
    String sent = arguments.isTimed() ? answered : Long.toString(linesToSend());
    if (sent.isEmpty()) {
      throw new IOException("the client has not said how many lines it sent");
    }
    lines = Long.parseLong(sent);
    String left = rig.queues().waiting() + " " + rig.queues().dead();
    String totals = "";
    boolean exact = isAsExpected("lines sent", sent, answered);
    exact &= isAsExpected("messages waiting and dead", "0 0", left);
    for (String counter : rig.spec().counters()) {
      Path expected =
          out.resolve((arguments.workload.isGenerated() ? counter + "." : "") + "expected.tsv");
      Proof proof = rig.proof(counter);
      totals = expect(counter, lines, expected);
      if (!arguments.workload.isGenerated()) {
        losses = proof.miscount(expected, lines);
        screen.out().println("the ten most frequent words:");
        oracle.topTen(proof.dump()).forEach(screen.out()::println);
      }
      exact &= arguments.isReference() || isWhole(counter, lines, proof);
      exact &= isSame(expected, proof);
      if (exact) {
        tellPartitions(rig.spec().topology(counter), proof);
      }
    }
    String wrong = arguments.isReference() ? told(losses) + ", as this design does" : totals;
    screen.out().println("counts: " + (exact ? "EXACT " + totals : "WRONG " + wrong));
    return exact;
  }

  private String told(Proof.Miscount of) {
    Proof.Losses words = of.words().orElseThrow();
    return "lines=%s lost=%s words-lost=%s words-doubled=%s"
        .formatted(lines, of.lines().missing(), words.lost(), words.doubled());
  }

  private void tellPartitions(Topology topology, Proof proof) {
    long[] lines = proof.report().linesOf(topology.partitions());
    List<String> queues = topology.partitionQueues();
    if (lines.length > 1) {
      String each =
          IntStream.range(0, lines.length)
              .mapToObj(i -> String.format(Locale.ROOT, "%s %,d", queues.get(i), lines[i]))
              .collect(Collectors.joining(", "));
      screen.out().println("lines by queue: " + each);
    }
  }

  /** Writes the counts that are expected, and returns what the last line says of them. */
  private String expect(String counter, long lines, Path target)
      throws IOException, InterruptedException {
    if (!arguments.workload.isGenerated()) {
      return oracle.expectWords(Path.of(arguments.file), target, lines);
    }
    Oracle.Requests requests = new Oracle.Requests(lines, Long.parseLong(arguments.seed));
    oracle.expectRequests(counter, target, requests);
    return oracle.totals(counter, requests);
  }

  /** Whether the consumer says that the run has ended, and that it has counted all of it. */
  private boolean isWhole(String counter, long sent, Proof proof) {
    List<String> wrong = proof.report().lastRun().wrong(sent);
    wrong.forEach(what -> screen.say(counter + ": " + what));
    return wrong.isEmpty();
  }

  private boolean isAsExpected(String what, String expected, String actual) {
    if (!actual.equals(expected)) {
      String shown = actual.isEmpty() ? "none" : actual;
      screen.say("%s: %s, but must be %s".formatted(what, shown, expected));
    }
    return actual.equals(expected);
  }

  private boolean isSame(Path expected, Proof proof) throws IOException, InterruptedException {
    boolean same = proof.isExact(expected);
    if (!same) {
      Path counted = proof.dump();
      screen.say(counted.getFileName() + ": the first differences (< expected, > counted):");
      screen.err().println(oracle.differences(expected, counted));
    }
    return same;
  }
}
