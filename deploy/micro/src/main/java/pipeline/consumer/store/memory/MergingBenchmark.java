package pipeline.consumer.store.memory;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import pipeline.consumer.workload.WordCountHandler;

/**
 * A line's eight words added to totals of 8,192 words, beside a plain map of counts; by one thread.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MergingBenchmark {
  private static final int DISTINCT = 8_192;
  private static final int LINES = 1_024;
  private static final int WORDS_PER_LINE = 8;

  private final WordCountHandler handler = new WordCountHandler();
  private final Totals totals = new Totals(handler::rowName, name -> 0);
  private final Map<String, Integer> baseline = new ConcurrentHashMap<>();

  /** The lines, as one thread goes through them. */
  @State(Scope.Thread)
  public static class LineCycle {
    private final Map<?, ?>[] lines = new Map<?, ?>[LINES];
    private int next;

    public LineCycle() {
      for (int i = 0; i < LINES; i++) {
        Map<String, Integer> words = new HashMap<>();
        for (int w = 0; w < WORDS_PER_LINE; w++) {
          words.put("word" + (i * WORDS_PER_LINE + w) % DISTINCT, 1);
        }
        lines[i] = words;
      }
    }

    @SuppressWarnings("unchecked") // an array cannot be of a generic type
    Map<String, Integer> next() {
      next = (next + 1) % LINES;
      return (Map<String, Integer>) lines[next];
    }
  }

  /** With what a checkpoint after every {@value #LINES} lines costs the merging. */
  @Benchmark
  public void ours(LineCycle lines) {
    handler.apply(lines.next(), totals);
    if (lines.next == 0) {
      totals.drainChanges();
    }
  }

  /** Loses counts as soon as two threads do it. */
  @Benchmark
  public void baselineGetThenPut(LineCycle lines) {
    lines.next().forEach((word, n) -> baseline.put(word, baseline.getOrDefault(word, 0) + n));
  }

  @Benchmark
  public void baselineMerge(LineCycle lines) {
    lines.next().forEach((word, n) -> baseline.merge(word, n, Integer::sum));
  }
}
