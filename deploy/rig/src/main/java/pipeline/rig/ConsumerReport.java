package pipeline.rig;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import pipeline.wire.identity.Partitions;
import pipeline.wire.identity.RunId;

/**
 * What a consumer says of its counts when it ends, read from its log, which may have several of its
 * starts: the last report is about all lines.
 *
 * @param text of the log
 */
public record ConsumerReport(String text) {
  /** The first line of the totals. */
  private static final Pattern COUNTED = Pattern.compile("(?m)^(?:lines|rides|swipes)=(\\d+)");

  private static final Pattern LATENCY =
      Pattern.compile(
          "(?m)^latency (lines=\\d+ p50=[\\d.]+ms p99=[\\d.]+ms max=[\\d.]+ms)(?![^\\r\\n])");

  private static final Pattern REDELIVERED = Pattern.compile("\\bredelivered=(\\d+)");

  private static final Pattern RUN = Pattern.compile("(?m)^run (\\S+) ");

  private static final Pattern RUN_LINES = Pattern.compile("(?m)^run (\\S+) lines=(\\d+)");

  /**
   * What the report says of some runs, added up.
   *
   * @param lines how many were counted
   * @param ends how many each run has by its end, as it is written: {@code ?} for an open run,
   *     several numbers for ends that disagree
   * @param missing how many are missing by the ends, or below the highest of an open run
   * @param beyond how many have numbers that the ends do not allow
   * @param duplicates how many copies were left out
   */
  public record Runs(long lines, List<String> ends, long missing, long beyond, long duplicates) {
    private static final String NUMBER = "\\d+";

    private static Runs of(List<String> report) {
      return new Runs(
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
      return last(Pattern.compile(" " + name + "=(\\S+)"), line);
    }

    /** Whether all runs have ended, each with one number of lines. */
    public boolean isClosed() {
      return !ends.isEmpty() && ends.stream().allMatch(end -> end.matches(NUMBER));
    }

    /** What is wrong if so many lines were sent and all runs have ended; empty for nothing. */
    public List<String> wrong(long sent) {
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

    /** The number of lines by the ends of the runs, all of which have ended. */
    public long total() {
      return ends.stream().mapToLong(Long::parseLong).sum();
    }
  }

  private static Optional<String> last(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).reduce((a, b) -> b);
  }

  /** The runs with these ids, by the last line about each; a run without a line is left out. */
  public Runs runs(String... ids) {
    return Runs.of(
        Arrays.stream(ids)
            .flatMap(id -> last(Pattern.compile("(?m)^(run " + id + ".*)$"), text).stream())
            .toList());
  }

  /** The run that the report tells of last. */
  public Runs lastRun() {
    return last(RUN, text).map(this::runs).orElseGet(this::runs);
  }

  /** The lines of each partition, by those of each run, of which none is missing. */
  public long[] linesOf(Partitions partitions) {
    Map<RunId, Integer> runs = new HashMap<>();
    RUN_LINES
        .matcher(text)
        .results()
        .forEach(run -> runs.put(RunId.parse(run.group(1)), Integer.valueOf(run.group(2))));
    long[] lines = new long[partitions.number()];
    runs.forEach(
        (run, count) -> {
          int together;
          for (int seq = 0; seq < count; seq += together) {
            together = Partitions.inBlock(seq, count - seq);
            lines[partitions.of(run, seq)] += together;
          }
        });
    return lines;
  }

  /** How many lines, rides or swipes were counted, by the last totals. */
  public long counted() throws IOException {
    return last(COUNTED, text)
        .map(Long::valueOf)
        .orElseThrow(
            () -> new IOException("the consumer has not said how many lines it has counted"));
  }

  /** The times from published to counted since the consumer's last start; empty for none. */
  public Optional<String> latency() {
    return last(LATENCY, text);
  }

  /** The messages that were delivered again, by all reports together. */
  public long redelivered() {
    return REDELIVERED
        .matcher(text)
        .results()
        .mapToLong(found -> Long.parseLong(found.group(1)))
        .sum();
  }

  /** How many lines of the log hold a text. */
  public long saying(String what) {
    return text.lines().filter(line -> line.contains(what)).count();
  }
}
