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

/** The lines of a text, and before them a number of its lines. Its counts are by coreutils. */
final class TextLoad implements Load {
  private final Path text;
  private final Path warmUp;
  private final long repeats;
  private final long lines;
  private final long sent;
  private final Map<String, Long> expected;
  private final Scratch scratch;

  /**
   * Counts what is to be counted.
   *
   * @param warmUpLines at least; from the text's length on, it is sent as a whole
   */
  TextLoad(Path root, Path text, long warmUpLines) throws IOException {
    this.text = text;
    scratch = Scratch.create("lab-load");
    WordOracle oracle = new WordOracle(root, scratch.path());
    lines = oracle.lines(text);
    repeats = Math.max(1, (warmUpLines + lines - 1) / Math.max(1, lines));
    warmUp = scratch.path().resolve("warm-up.txt");
    sent = repeats == 1 ? warmUpLines : repeats * lines;
    if (repeats == 1) {
      oracle.head(text, warmUpLines, warmUp);
    } else {
      Files.createSymbolicLink(warmUp, text.toAbsolutePath());
    }
    expected = new HashMap<>(oracle.counts(text, lines));
    oracle.counts(text, sent).forEach((word, count) -> expected.merge(word, count, Long::sum));
  }

  @Override
  public List<String> warmUp(String threads) {
    return List.of(warmUp.toString(), threads, "--repeat", Long.toString(repeats));
  }

  @Override
  public List<String> measured(String threads) {
    return List.of(text.toString(), threads);
  }

  @Override
  public long lines() {
    return lines;
  }

  @Override
  public Losses losses(Map<String, Counted> counted) {
    Counted all = counted.get("wordcount");
    Losses.Pair words = Losses.Pair.of(expected, all.counts());
    Losses.Pair whole = Losses.Pair.of(sent + lines, all.lines());
    return new Losses(words.isNone() && whole.isNone(), whole, Optional.of(words));
  }

  @Override
  public void close() throws IOException {
    scratch.close();
  }
}
