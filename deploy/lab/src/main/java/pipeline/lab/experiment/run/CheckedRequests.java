package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import pipeline.rig.Oracle;
import pipeline.rig.Oracle.Requests;
import pipeline.rig.Proof;
import pipeline.rig.Proof.Losses;
import pipeline.rig.machine.Scratch;

/**
 * Generated requests, and before them some of another seed. Their counts are by {@code oracle.py},
 * which shares no line of code with the client's generator.
 */
final class CheckedRequests implements CheckedInput {
  private final Input input;
  private final long warmUp;
  private final Map<String, Path> expected = new HashMap<>();
  private final Scratch scratch = Scratch.create("lab-load");

  CheckedRequests(Path root, Input input, long warmUp) throws IOException, InterruptedException {
    this.input = input;
    this.warmUp = warmUp;
    Oracle oracle = new Oracle(root, scratch.path());
    Requests before = new Requests(warmUp, warmUpSeed());
    Requests measured = new Requests(input.requests(), input.seed());
    for (String counter : input.counters()) {
      expected.put(counter, scratch.path().resolve(counter + ".tsv"));
      oracle.expectRequests(counter, expected.get(counter), before, measured);
    }
  }

  private long warmUpSeed() {
    return input.seed() + 1;
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
  public Miscount losses(Map<String, Proof> counted) throws IOException {
    boolean exact = true;
    long lost = 0;
    long doubled = 0;
    for (Map.Entry<String, Path> part : expected.entrySet()) {
      Proof proof = counted.get(part.getKey());
      if (!proof.isExact(part.getValue())) {
        Losses lines = Losses.of(oneALine(part.getValue()), oneALine(proof.dump()));
        exact = false;
        lost = Math.max(lost, lines.lost());
        doubled = Math.max(doubled, lines.doubled());
      }
    }
    return new Miscount(exact, new Losses(lost, doubled), Optional.empty());
  }

  /** The counts of which a request adds to one at most, so that their sum counts requests. */
  private static Map<String, Long> oneALine(Path counts) throws IOException {
    return Proof.read(counts).entrySet().stream()
        .filter(count -> count.getKey().matches("(rides|Likes|Dislikes|Swiper):.*"))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public void close() throws IOException {
    scratch.close();
  }
}
