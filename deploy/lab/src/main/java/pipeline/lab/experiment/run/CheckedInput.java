package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import pipeline.rig.Oracle;
import pipeline.rig.OurPrograms;
import pipeline.rig.Proof;
import pipeline.rig.Spec;
import pipeline.wire.workload.Workload;

/**
 * What every launch sends, the same in all of them, and what its counts must come to: first
 * requests to warm the programs up, then those that are measured.
 */
final class CheckedInput {
  /** The seed of the generated requests that are measured. */
  static final long SEED = 1;

  static final long WARM_UP_SEED = 2;

  private final Input input;

  /** The expected counts of both by the name of a counter. */
  private final Map<String, Path> expected = new HashMap<>();

  private final Path warmUpText;
  private long warmUpRepeats = 1;
  private long warmUp;
  private long lines;

  /**
   * Computes the expected counts of the input.
   *
   * @param root the checkout, whose {@code deploy/lib} counts
   * @param warmUp requests, at least; a text that has fewer lines is repeated
   * @param directory for the counts and the text of the warm-up
   */
  CheckedInput(Path root, Input input, long warmUp, Path directory)
      throws IOException, InterruptedException {
    this.input = input;
    this.warmUp = warmUp;
    warmUpText = directory.resolve("warm-up.txt");
    Oracle oracle = new Oracle(root, directory);
    for (String counter : Spec.counters(input.kind())) {
      expected.put(counter, directory.resolve(counter + ".tsv"));
    }
    if (input.text().isPresent()) {
      expectText(oracle, input.text().get());
    } else {
      lines = input.requests();
      Oracle.Requests before = new Oracle.Requests(warmUp, WARM_UP_SEED);
      for (Map.Entry<String, Path> part : expected.entrySet()) {
        Oracle.Requests measured = new Oracle.Requests(lines, SEED);
        oracle.expectRequests(part.getKey(), part.getValue(), before, measured);
      }
    }
  }

  /** The warm-up of a text is its first lines, or all of it several times. */
  private void expectText(Oracle oracle, Path text) throws IOException, InterruptedException {
    long once = oracle.lines(text);
    lines = input.repeat() * once;
    warmUpRepeats = Math.max(1, (warmUp + once - 1) / Math.max(1, once));
    if (warmUpRepeats == 1) {
      oracle.head(text, warmUp, warmUpText);
    } else {
      warmUp = warmUpRepeats * once;
      Files.createSymbolicLink(warmUpText, text.toAbsolutePath());
    }
    oracle.expectWords(text, expected.get(Workload.Counter.WORDCOUNT.spelled()), warmUp, lines);
  }

  /** The client's arguments for the warm-up. */
  List<String> warmUp(String threads) {
    return arguments(threads, warmUpText, warmUpRepeats, warmUp, WARM_UP_SEED);
  }

  /** The client's arguments for what is measured, after the warm-up. */
  List<String> measured(String threads) {
    return arguments(
        threads, input.text().orElse(warmUpText), input.repeat(), input.requests(), SEED);
  }

  private List<String> arguments(String threads, Path text, long repeat, long requests, long seed) {
    if (input.text().isPresent()) {
      return List.of(text.toString(), threads, "--repeat", Long.toString(repeat));
    }
    List<String> all = new ArrayList<>(List.of(threads));
    all.addAll(OurPrograms.generated(input.kind(), requests, seed));
    return all;
  }

  /** The number of lines, or requests, that are measured. */
  long lines() {
    return lines;
  }

  /**
   * Compares the counts with those expected: what is missing, and what was counted too often.
   *
   * @param counted what was counted, by the name of a counter
   */
  Proof.Miscount losses(Function<String, Proof> counted) throws IOException {
    if (input.text().isPresent()) {
      String counter = Workload.Counter.WORDCOUNT.spelled();
      return counted.apply(counter).miscount(expected.get(counter), warmUp + lines);
    }
    boolean exact = true;
    for (Map.Entry<String, Path> part : expected.entrySet()) {
      exact &= counted.apply(part.getKey()).isExact(part.getValue());
    }
    return new Proof.Miscount(exact, requestLosses(counted), Optional.empty());
  }

  /** The requests that the counter lacks, or has too often, which has most of them. */
  private Proof.Losses requestLosses(Function<String, Proof> counted) throws IOException {
    long lost = 0;
    long doubled = 0;
    for (Map.Entry<String, Path> part : expected.entrySet()) {
      Path dump = counted.apply(part.getKey()).dump();
      Proof.Losses its = Proof.Losses.of(oneALine(part.getValue()), oneALine(dump));
      lost = Math.max(lost, its.lost());
      doubled = Math.max(doubled, its.doubled());
    }
    return new Proof.Losses(lost, doubled);
  }

  /** The counts of which a request adds to one at most, so that their sum counts requests. */
  private static Map<String, Long> oneALine(Path counts) throws IOException {
    return Proof.read(counts).entrySet().stream()
        .filter(count -> count.getKey().matches("(rides|Likes|Dislikes|Swiper):.*"))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
