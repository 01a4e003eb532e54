package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.rig.Oracle;
import pipeline.rig.Proof;
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
  private final Path expected;
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
    expected = scratch.path().resolve("expected.tsv");
    oracle.expectWords(text, expected, sent, lines);
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
  public Miscount losses(Map<String, Proof> counted) throws IOException {
    Proof all = counted.get(Workload.Counter.WORDCOUNT.spelled());
    Proof.Losses whole = all.lines(sent + lines);
    boolean exact = all.isExact(expected) && whole.isNone();
    return new Miscount(exact, whole, Optional.of(all.counts(expected)));
  }

  @Override
  public void close() throws IOException {
    scratch.close();
  }
}
