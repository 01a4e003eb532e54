package pipeline.faults.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the consumer's report says of the runs whose lines a fault run has sent, added up.
 *
 * @param lines how many were counted
 * @param ends how many each run has by its end, as it is written: {@code ?} for an open run,
 *     several numbers for ends that disagree
 * @param missing how many are missing by the ends, or below the highest of an open run
 * @param beyond how many have numbers that the ends do not allow
 * @param duplicates how many copies were left out
 */
record Proof(long lines, List<String> ends, long missing, long beyond, long duplicates) {
  private static final String NUMBER = "\\d+";

  /** Reads the report's lines of some runs, such as {@code run ID lines=1 of=1 missing=0}. */
  static Proof of(List<String> report) {
    return new Proof(
        sum("lines", report),
        report.stream().flatMap(line -> field("of", line).stream()).toList(),
        sum("missing", report),
        sum("beyond", report),
        sum("duplicates", report));
  }

  private static long sum(String name, List<String> report) {
    return report.stream()
        .flatMap(line -> field(name, line).stream())
        .mapToLong(Long::parseLong)
        .sum();
  }

  private static Optional<String> field(String name, String line) {
    Matcher found = Pattern.compile(" " + name + "=(\\S+)").matcher(line);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  /** Whether all runs have ended, and their ends tell of lines that were not counted. */
  boolean saysMissing() {
    return isClosed() && missing > 0;
  }

  /** Whether all runs have ended, with as many lines as were sent. */
  boolean isClosedWith(long sent) {
    return isClosed() && total() == sent;
  }

  private boolean isClosed() {
    return !ends.isEmpty() && ends.stream().allMatch(end -> end.matches(NUMBER));
  }

  private long total() {
    return ends.stream().mapToLong(Long::parseLong).sum();
  }

  /** What is wrong with the proof if {@code sent} lines were sent and all runs have ended. */
  List<String> wrong(long sent) {
    List<String> wrong = new ArrayList<>();
    if (ends.isEmpty()) {
      wrong.add("the report does not name the run");
    } else if (!isClosed()) {
      wrong.add("the run is not closed: of=" + String.join(" of=", ends));
    } else if (total() != sent) {
      wrong.add("the run was closed with " + total() + " lines instead of " + sent);
    }
    if (lines != sent) {
      wrong.add("lines=" + lines + " of " + sent);
    }
    if (missing != 0) {
      wrong.add("missing=" + missing);
    }
    if (beyond != 0) {
      wrong.add("beyond=" + beyond);
    }
    return wrong;
  }
}
