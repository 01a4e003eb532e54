package pipeline.consumer;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import pipeline.consumer.amqp.ConsumerStats;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.process.Console;
import pipeline.wire.process.OutputFile;

/** What is printed and dumped at the end. The formats are fixed: scripts read them. */
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
    out.print(handler.unit() + "=" + lines);
    handler.figures(counts).forEach((name, figure) -> out.print(" " + name + "=" + figure));
    out.println();
    if (handler.isRanked()) {
      NamedCount.top(counts, TOP)
          .forEach(top -> out.println(top.count() + "\t" + Console.printable(top.shownName())));
    }
  }

  /** One line for each run, then one for all: lines counted, missing and duplicate. */
  void printProof(Collection<RunFigures> unordered, ConsumerStats stats) {
    List<RunFigures> runs =
        unordered.stream().sorted(Comparator.comparing(RunFigures::run)).toList();
    runs.forEach(run -> out.println(line(run)));
    out.printf(
        Locale.ROOT,
        "total runs=%d lines=%d gaps=%d duplicates=%d redelivered=%d dead=%d missing=%d open=%d%n",
        runs.size(),
        runs.stream().mapToLong(RunFigures::lines).sum(),
        runs.stream().mapToLong(RunFigures::missingBelowHighest).sum(),
        runs.stream().mapToLong(RunFigures::duplicates).sum(),
        stats.redelivered(),
        stats.dead(),
        runs.stream().mapToLong(RunFigures::missing).sum(),
        runs.stream().filter(run -> !run.isClosed()).count());
  }

  /**
   * {@code run ID lines=9930 of=9930 missing=0 duplicates=0}; {@code of=?} while the run is open,
   * and several numbers if its ends disagree. If any are missing, their first ranges follow; if
   * there are any beyond the end, their number.
   */
  private static String line(RunFigures run) {
    String ends = run.ends().stream().map(String::valueOf).collect(Collectors.joining(","));
    StringBuilder line =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "run %s lines=%d of=%s missing=%d duplicates=%d",
                run.run(),
                run.lines(),
                ends.isEmpty() ? "?" : ends,
                run.missing(),
                run.duplicates()));
    if (!run.gaps().isEmpty()) {
      line.append(
          run.gaps().stream()
              .map(gap -> gap.first() + "-" + gap.last())
              .collect(Collectors.joining(",", " gaps=", "")));
    }
    if (run.beyond() > 0) {
      line.append(" beyond=").append(run.beyond());
    }
    return line.toString();
  }

  /** Writes the counts as {@code count<TAB>name} lines in the order of {@code LC_ALL=C sort}. */
  static void writeCounts(Collection<NamedCount> counts, OutputFile file) throws IOException {
    List<NamedCount> sorted =
        counts.stream()
            .sorted(Comparator.comparing(NamedCount::name, ConsumerReport::byBytes))
            .toList();
    file.write(
        bytes -> {
          Writer out =
              new BufferedWriter(
                  new OutputStreamWriter(bytes, StandardCharsets.UTF_8.newEncoder()));
          for (NamedCount count : sorted) {
            out.write(Long.toString(count.count()));
            out.write('\t');
            out.write(count.name());
            out.write('\n');
          }
          out.flush();
        });
  }

  /**
   * The order of the names' UTF-8 bytes, which is that of their code points: that of their chars
   * but for surrogates, whose code points lie above all others.
   */
  private static int byBytes(String a, String b) {
    int common = Math.min(a.length(), b.length());
    for (int i = 0; i < common; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean sameKind = Character.isSurrogate(x) == Character.isSurrogate(y);
        return sameKind ? Character.compare(x, y) : Character.isSurrogate(x) ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
