package pipeline.lab.experiment.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import pipeline.rig.Proof;

/**
 * What every launch sends, the same in all of them, and what its counts must come to: first
 * requests to warm the programs up, then those that are measured. Immutable.
 */
interface CheckedInput extends Closeable {

  /**
   * Computes the expected counts of the input.
   *
   * @param root the checkout, whose {@code deploy/lib} counts
   * @param warmUp requests, at least
   */
  static CheckedInput of(Path root, Input input, long warmUp)
      throws IOException, InterruptedException {
    return input.text().isPresent()
        ? new CheckedText(root, input, warmUp)
        : new CheckedRequests(root, input, warmUp);
  }

  /** The client's arguments for the warm-up. */
  List<String> warmUp(String threads);

  /** The client's arguments for what is measured, after the warm-up. */
  List<String> measured(String threads);

  /** The number of lines, or requests, that are measured. */
  long lines() throws IOException;

  /**
   * Compares the counts with those expected: what is missing, and what was counted too often.
   *
   * @param counted by the name of a counter
   */
  Miscount losses(Map<String, Proof> counted) throws IOException;
}
