package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import pipeline.rig.Losses;
import pipeline.rig.Oracle;
import pipeline.rig.machine.Scratch;

/**
 * Generated requests, and before them some of another seed. Their counts are by {@code oracle.py},
 * which shares no line of code with the client's generator.
 */
final class CheckedRequests implements CheckedInput {
  private final Input input;
  private final long warmUp;
  private final Map<String, Map<String, Long>> expected = new HashMap<>();

  CheckedRequests(Path root, Input input, long warmUp) throws IOException, InterruptedException {
    this.input = input;
    this.warmUp = warmUp;
    try (Scratch scratch = Scratch.create("lab-load")) {
      Oracle oracle = new Oracle(root, scratch.path());
      for (String counter : input.counters()) {
        Map<String, Long> counts = counts(oracle, counter, input.requests(), input.seed());
        Map<String, Long> before = counts(oracle, counter, warmUp, warmUpSeed());
        // matches are a set
        BinaryOperator<Long> merge = counter.endsWith("matches") ? Math::max : Long::sum;
        before.forEach((name, count) -> counts.merge(name, count, merge));
        expected.put(counter, counts);
      }
    }
  }

  private long warmUpSeed() {
    return input.seed() + 1;
  }

  private static Map<String, Long> counts(Oracle oracle, String name, long requests, long seed)
      throws IOException, InterruptedException {
    Path counts = oracle.scratch().resolve("counts.tsv");
    oracle.expectRequests(name, requests, seed, counts);
    return Oracle.read(counts);
  }

  @Override
  public List<String> warmUp(String threads) {
    return arguments(threads, warmUp, warmUpSeed());
  }

  @Override
  public List<String> measured(String threads) {
    return arguments(threads, input.requests(), input.seed());
  }

  private List<String> arguments(String threads, long requests, long seed) {
    return List.of(
        threads,
        "--workload",
        input.kind().spelled(),
        "--requests",
        Long.toString(requests),
        "--seed",
        Long.toString(seed));
  }

  @Override
  public long lines() {
    return input.requests();
  }

  @Override
  public Miscount losses(Map<String, Counted> counted) {
    boolean exact = true;
    long lost = 0;
    long doubled = 0;
    for (Map.Entry<String, Map<String, Long>> part : expected.entrySet()) {
      Map<String, Long> counts = counted.get(part.getKey()).counts();
      exact &= counts.equals(part.getValue());
      Losses lines = Losses.of(oneALine(part.getValue()), oneALine(counts));
      lost = Math.max(lost, lines.lost());
      doubled = Math.max(doubled, lines.doubled());
    }
    return new Miscount(exact, new Losses(lost, doubled), Optional.empty());
  }

  /** The counts of which a request adds to one at most, so that their sum counts requests. */
  private static Map<String, Long> oneALine(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .filter(count -> count.getKey().matches("(rides|Likes|Dislikes|Swiper):.*"))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public void close() {
    // holds nothing
  }
}
