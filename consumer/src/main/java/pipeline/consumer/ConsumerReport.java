package pipeline.consumer;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.commons.lang3.function.FailableConsumer;
import pipeline.consumer.amqp.ConsumerStats;
import pipeline.consumer.amqp.CountLatency;
import pipeline.consumer.store.Counts;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.workload.Tally;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.process.Console;
import pipeline.wire.process.OutputFile;

/** Prints and dumps the results at the end. The formats are fixed: scripts read them. */
final class ConsumerReport {
  private static final int TOP = 10;

  private final WorkloadHandler<?> handler;
  private final PrintStream out;
  private final Runnable alive;

  /**
   * A report that writes to {@code out}.
   *
   * @param alive called again and again while something is written, which may take long
   */
  ConsumerReport(WorkloadHandler<?> handler, PrintStream out, Runnable alive) {
    this.handler = handler;
    this.out = out;
    this.alive = alive;
  }

  /** Prints {@code lines=99300 words=1060000 distinct=6700} and the ten most frequent words. */
  void printTotals(long lines, Counts counts) {
    Tally tally = Tally.of(watched(counts), handler, handler.isRanked() ? TOP : 0);
    out.print(handler.unit() + "=" + lines);
    tally.figures().forEach((name, figure) -> out.print(" " + name + "=" + figure));
    out.println();
    tally
        .top()
        .forEach(top -> out.println(top.count() + "\t" + Console.printable(top.shownName())));
  }

  /**
   * Prints how long lines took to be counted, then one line for each run, then one for all: lines
   * counted, missing and duplicate.
   */
  void printProof(StoreReader reader, ConsumerStats stats) {
    printLatency(stats.latency().recorded());
    Proof all = new Proof();
    reader.forEachRun(
        run -> {
          alive.run();
          out.println(run.line());
          all.add(run);
        });
    out.printf(
        Locale.ROOT,
        "total runs=%d lines=%d gaps=%d duplicates=%d redelivered=%d dead=%d missing=%d open=%d%n",
        all.runs,
        all.lines,
        all.gaps,
        all.duplicates,
        stats.redelivered(),
        stats.dead(),
        all.missing,
        all.open);
  }

  /**
   * Prints {@code latency lines=9930 p50=143.2ms p99=260.1ms max=301.0ms}; nothing without lines.
   */
  private void printLatency(CountLatency.Recorded latency) {
    if (latency.lines() > 0) {
      out.printf(
          Locale.ROOT,
          "latency lines=%d p50=%.1fms p99=%.1fms max=%.1fms%n",
          latency.lines(),
          latency.percentileMillis(50),
          latency.percentileMillis(99),
          latency.maxMillis());
    }
  }

  /** The sums of the figures of all runs. Not thread-safe. */
  private static final class Proof {
    private long runs;
    private long lines;
    private long gaps;
    private long duplicates;
    private long missing;
    private long open;

    void add(RunFigures run) {
      runs++;
      lines += run.lines();
      gaps += run.missingBelowHighest();
      duplicates += run.duplicates();
      missing += run.missing();
      open += run.isClosed() ? 0 : 1;
    }
  }

  /** Writes the counts as {@code count<TAB>name} lines in the order of {@code LC_ALL=C sort}. */
  void writeCounts(Counts counts, OutputFile file) throws IOException {
    file.write(
        bytes -> {
          Writer out =
              new BufferedWriter(
                  new OutputStreamWriter(bytes, StandardCharsets.UTF_8.newEncoder()));
          watched(counts)
              .<IOException>forEachCount(
                  count -> {
                    out.write(Long.toString(count.count()));
                    out.write('\t');
                    out.write(count.name());
                    out.write('\n');
                  });
          out.flush();
        });
  }

  private Counts watched(Counts counts) {
    return new Counts() {
      @Override
      public <E extends Exception> void forEachCount(FailableConsumer<NamedCount, E> each)
          throws E {
        counts.forEachCount(
            count -> {
              alive.run();
              each.accept(count);
            });
      }
    };
  }
}
