package pipeline.server.workload;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The words of a line: ours beside {@code split} and {@code merge}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CountingBenchmark {
  private final WordCount function = new WordCount();
  private String line =
      "it was the best of times it was the worst of times it was the age of wisdom";

  @Benchmark
  public Map<String, Integer> ours() {
    return function.words(line);
  }

  @Benchmark
  public Map<String, Integer> baselineSplit() {
    Map<String, Integer> words = new HashMap<>();
    for (String word : line.split("\\s+", -1)) {
      if (!word.isEmpty()) {
        words.merge(word, 1, Integer::sum);
      }
    }
    return words;
  }
}
