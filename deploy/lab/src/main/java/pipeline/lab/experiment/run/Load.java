package pipeline.lab.experiment.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import pipeline.lab.process.Scratch;
import pipeline.lab.system.WordOracle;

/**
 * What every launch sends: a text, and before it a number of its lines to warm the programs up, the
 * same in all launches. Immutable.
 */
final class Load implements Closeable {
  private final Path text;
  private final Path warmUp;
  private final int repeats;
  private final long warmUpRepeats;
  private final long lines;
  private final Map<String, Long> expected;
  private final Scratch scratch;

  /**
   * Counts what is to be counted.
   *
   * @param repeats how often the text is sent
   * @param warmUpLines at least; from the text's length on, it is sent as a whole
   */
  Load(Path root, Path text, int repeats, long warmUpLines) throws IOException {
    this.text = text;
    scratch = Scratch.create("lab-load");
    WordOracle oracle = new WordOracle(root, scratch.path());
    this.repeats = repeats;
    long once = oracle.lines(text);
    lines = repeats * once;
    warmUpRepeats = Math.max(1, (warmUpLines + once - 1) / Math.max(1, once));
    warmUp = scratch.path().resolve("warm-up.txt");
    long sent = warmUpRepeats == 1 ? warmUpLines : warmUpRepeats * once;
    if (warmUpRepeats == 1) {
      oracle.head(text, warmUpLines, warmUp);
    } else {
      Files.createSymbolicLink(warmUp, text.toAbsolutePath());
    }
    expected = new HashMap<>(oracle.counts(text, lines));
    oracle.counts(text, sent).forEach((word, count) -> expected.merge(word, count, Long::sum));
  }

  Path text() {
    return text;
  }

  Path warmUp() {
    return warmUp;
  }

  /** How often the text is sent. */
  String repeats() {
    return Integer.toString(repeats);
  }

  /** How often the warm-up is sent. */
  String warmUpRepeats() {
    return Long.toString(warmUpRepeats);
  }

  /** Lines that are measured. */
  long lines() {
    return lines;
  }

  /** Words of a dump that are missing in it, and that it has too many of. */
  Difference difference(Map<String, Long> counted) {
    long lost = 0;
    long doubled = 0;
    Map<String, Long> rest = new HashMap<>(counted);
    for (Map.Entry<String, Long> word : expected.entrySet()) {
      Long found = rest.remove(word.getKey());
      long more = (found == null ? 0 : found) - word.getValue();
      lost += Math.max(0, -more);
      doubled += Math.max(0, more);
    }
    doubled += rest.values().stream().mapToLong(Long::longValue).sum();
    return new Difference(lost, doubled);
  }

  /** In words, with repetition. */
  record Difference(long lost, long doubled) {
    boolean isNone() {
      return lost == 0 && doubled == 0;
    }
  }

  @Override
  public void close() throws IOException {
    scratch.close();
  }
}
