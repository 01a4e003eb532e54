package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.lab.process.Scratch;
import pipeline.lab.system.WordOracle;
import pipeline.wire.workload.Workload;

/** The lines of a text, and before them a number of its lines. Its counts are by coreutils. */
final class CheckedText implements CheckedInput {
  private final Path text;
  private final Path warmUp;
  private final String repeat;
  private final long warmUpRepeats;
  private final long lines;
  private final long sent;
  private final Map<String, Long> expected;
  private final Scratch scratch;

  /**
   * Computes the expected counts of a text.
   *
   * @param warmUpLines at least; if the text is not longer, it is sent as a whole, and repeated
   */
  CheckedText(Path root, Input input, long warmUpLines) throws IOException {
    text = input.text().orElseThrow();
    repeat = Integer.toString(input.repeat());
    scratch = Scratch.create("lab-load");
    WordOracle oracle = new WordOracle(root, scratch.path());
    long once = oracle.lines(text);
    lines = input.repeat() * once;
    warmUpRepeats = Math.max(1, (warmUpLines + once - 1) / Math.max(1, once));
    warmUp = scratch.path().resolve("warm-up.txt");
    sent = warmUpRepeats == 1 ? warmUpLines : warmUpRepeats * once;
    if (warmUpRepeats == 1) {
      oracle.head(text, warmUpLines, warmUp);
    } else {
      Files.createSymbolicLink(warmUp, text.toAbsolutePath());
    }
    expected = new HashMap<>(oracle.counts(text, lines));
    oracle.counts(text, sent).forEach((word, count) -> expected.merge(word, count, Long::sum));
  }

  @Override
  public List<String> warmUp(String threads) {
    return List.of(warmUp.toString(), threads, "--repeat", Long.toString(warmUpRepeats));
  }

  @Override
  public List<String> measured(String threads) {
    return List.of(text.toString(), threads, "--repeat", repeat);
  }

  @Override
  public long lines() {
    return lines;
  }

  @Override
  public Losses losses(Map<String, Counted> counted) {
    Counted all = counted.get(Workload.Counter.WORDCOUNT.spelled());
    Losses.Miscount words = Losses.Miscount.of(expected, all.counts());
    Losses.Miscount whole = Losses.Miscount.of(sent + lines, all.lines());
    return new Losses(words.isNone() && whole.isNone(), whole, Optional.of(words));
  }

  @Override
  public void close() throws IOException {
    scratch.close();
  }
}
