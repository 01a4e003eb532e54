package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.rig.Losses;
import pipeline.rig.Oracle;
import pipeline.rig.machine.Scratch;
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
  CheckedText(Path root, Input input, long warmUpLines) throws IOException, InterruptedException {
    text = input.text().orElseThrow();
    repeat = Integer.toString(input.repeat());
    scratch = Scratch.create("lab-load");
    Oracle oracle = new Oracle(root, scratch.path());
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
    expected = counts(oracle, lines);
    counts(oracle, sent).forEach((word, count) -> expected.merge(word, count, Long::sum));
  }

  private Map<String, Long> counts(Oracle oracle, long number)
      throws IOException, InterruptedException {
    Path counts = scratch.path().resolve("counts.tsv");
    oracle.expectWords(text, number, counts);
    return Oracle.read(counts);
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
  public Miscount losses(Map<String, Counted> counted) {
    Counted all = counted.get(Workload.Counter.WORDCOUNT.spelled());
    Losses words = Losses.of(expected, all.counts());
    Losses whole = Losses.of(sent + lines, all.lines());
    return new Miscount(words.isNone() && whole.isNone(), whole, Optional.of(words));
  }

  @Override
  public void close() throws IOException {
    scratch.close();
  }
}
