package pipeline.consumer;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import pipeline.consumer.amqp.ConsumerStats;
import pipeline.consumer.amqp.CountLatency;
import pipeline.consumer.store.Counts;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.workload.Tally;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.process.Console;
import pipeline.wire.process.OutputFile;

/**
 * Prints and dumps the results at the end. The formats are fixed: scripts read them.
 *
 * @param out where they are printed
 * @param alive called again and again while something is written, which may take long
 */
record ConsumerReport(WorkloadHandler<?> handler, PrintStream out, Runnable alive) {
  private static final int TOP = 10;

  /** Prints {@code lines=99300 words=1060000 distinct=6700} and the ten most frequent words. */
  void printTotals(long lines, Counts counts) {
    Tally tally = Tally.of(watched(counts), handler, handler.isRanked() ? TOP : 0);
    printLine(handler.unit() + "=" + lines, tally.figures());
    tally
        .top()
        .forEach(top -> out.println(top.count() + "\t" + Console.printable(top.shownName())));
  }

  /**
   * Prints how long lines took to be counted, as {@code latency lines=9930 p50=143.2ms p99=260.1ms
   * max=301.0ms}, unless there were none; then one line for each run, then one for all: lines
   * counted, missing and duplicate.
   */
  void printProof(StoreReader reader, ConsumerStats stats) {
    Histogram latency = stats.latency().recorded();
    if (latency.getTotalCount() > 0) {
      out.printf(
          Locale.ROOT,
          "latency lines=%d p50=%.1fms p99=%.1fms max=%.1fms%n",
          latency.getTotalCount(),
          CountLatency.millis(latency, 50),
          CountLatency.millis(latency, 99),
          CountLatency.millis(latency, 100));
    }
    Map<String, Long> total = new LinkedHashMap<>();
    for (String figure : List.of("runs", "lines", "gaps", "duplicates")) {
      total.put(figure, 0L);
    }
    total.put("redelivered", stats.redelivered().sum());
    total.put("dead", stats.dead().sum());
    total.put("missing", 0L);
    total.put("open", 0L);
    reader.forEachRun(
        run -> {
          alive.run();
          out.println(run.line());
          total.merge("runs", 1L, Long::sum);
          total.merge("lines", run.lines(), Long::sum);
          total.merge("gaps", run.missingBelowHighest(), Long::sum);
          total.merge("duplicates", run.duplicates(), Long::sum);
          total.merge("missing", run.missing(), Long::sum);
          total.merge("open", run.isClosed() ? 0L : 1L, Long::sum);
        });
    printLine("total", total);
  }

  /** Prints a line that ends with {@code name=figure} for each figure. */
  private void printLine(String begin, Map<String, Long> figures) {
    out.print(begin);
    figures.forEach((name, figure) -> out.print(" " + name + "=" + figure));
    out.println();
  }

  /**
   * Writes the counts to a file, if there is one.
   *
   * @return false if it cannot be written, which {@code console} is told of
   */
  boolean dump(Counts counts, Optional<OutputFile> file, Console console) {
    try {
      if (file.isPresent()) {
        out.flush();
        writeCounts(counts, file.get());
      }
      return true;
    } catch (IOException e) {
      console.tell("cannot write --dump " + file.get() + ": " + Console.reason(e));
      return false;
    }
  }

  /** Writes the counts as {@code count<TAB>name} lines in the order of {@code LC_ALL=C sort}. */
  void writeCounts(Counts counts, OutputFile file) throws IOException {
    file.write(
        bytes -> {
          // the file remembers a failed write, which the stream hides
          PrintStream lines = new PrintStream(bytes, false, StandardCharsets.UTF_8);
          watched(counts)
              .forEachCount(count -> lines.print(count.count() + "\t" + count.name() + "\n"));
          lines.flush();
        });
  }

  private Counts watched(Counts counts) {
    return each -> counts.forEachCount(each.andThen(count -> alive.run()));
  }
}
