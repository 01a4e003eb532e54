package pipeline.consumer;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** What is printed at the end. Formats are fixed: scripts read them. */
final class ConsumerReport {
  private static final int TOP = 10;

  private final Tally tally;
  private final ConsumerStats stats;

  ConsumerReport(Tally tally, ConsumerStats stats) {
    this.tally = tally;
    this.stats = stats;
  }

  /** {@code lines=99300 words=1060000 distinct=6700} and the ten most frequent words. */
  void printTotals(PrintStream out) {
    out.printf(
        "lines=%d words=%d distinct=%d%n",
        tally.lines(), tally.words().sum(), tally.words().distinct());
    tally.words().top(TOP).forEach(word -> out.printf("%d\t%s%n", word.count(), word.word()));
  }

  /** A line a run, then a line for all: what was counted, what is missing, what came twice. */
  void printProof(PrintStream out) {
    List<RunFigures> runs =
        tally.runs().runs().stream()
            .map(RunFigures::of)
            .sorted(Comparator.comparing(run -> run.run().toString()))
            .toList();
    runs.forEach(run -> out.println(line(run)));
    out.printf(
        "total runs=%d lines=%d gaps=%d duplicates=%d redelivered=%d dead=%d%n",
        runs.size(),
        runs.stream().mapToLong(RunFigures::lines).sum(),
        runs.stream().mapToLong(RunFigures::missing).sum(),
        runs.stream().mapToLong(RunFigures::duplicates).sum(),
        stats.redelivered(),
        stats.dead());
  }

  private static String line(RunFigures run) {
    String figures =
        "run %s lines=%d highest=%d gaps=%d duplicates=%d"
            .formatted(run.run(), run.lines(), run.highest(), run.missing(), run.duplicates());
    return run.gaps().isEmpty()
        ? figures
        : run.gaps().stream()
            .map(gap -> gap.first() + "-" + gap.last())
            .collect(Collectors.joining(",", figures + " missing=", ""));
  }
}
