package pipeline.consumer;

import java.io.PrintStream;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import pipeline.consumer.amqp.ConsumerStats;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.workload.WorkloadHandler;

/** What is printed at the end. The formats are fixed: scripts read them. */
final class ConsumerReport {
  private static final int TOP = 10;

  private final WorkloadHandler<?> handler;
  private final PrintStream out;

  ConsumerReport(WorkloadHandler<?> handler, PrintStream out) {
    this.handler = handler;
    this.out = out;
  }

  /** {@code lines=99300 words=1060000 distinct=6700} and the ten most frequent words. */
  void printTotals(long lines, Collection<NamedCount> counts) {
    out.print(handler.entries() + "=" + lines);
    handler.figures(counts).forEach((name, figure) -> out.print(" " + name + "=" + figure));
    out.println();
    if (handler.isRanked()) {
      NamedCount.top(counts, TOP)
          .forEach(top -> out.printf("%d\t%s%n", top.count(), Console.printable(top.name())));
    }
  }

  /** One line for each run, then one for all: lines counted, missing and duplicate. */
  void printProof(Collection<RunFigures> unordered, ConsumerStats stats) {
    List<RunFigures> runs =
        unordered.stream().sorted(Comparator.comparing(run -> run.run().toString())).toList();
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
