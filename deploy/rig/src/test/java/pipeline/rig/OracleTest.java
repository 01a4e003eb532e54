package pipeline.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts are compared word by word with those of coreutils, and each difference is told. */
class OracleTest {
  private static final Path ROOT = Path.of("../..");

  @TempDir private Path directory;

  @Test
  void wordsAreCountedByTheirBytesInAsManyLinesAsArePosted() throws Exception {
    Path text = directory.resolve("text");
    Path counts = directory.resolve("counts");
    Files.writeString(text, " b a\tb\r\n\r\ncafe\u0301 caf\u00e9 \u00a0 b\n\nB\n");
    Oracle oracle = new Oracle(ROOT, directory);

    assertThat(oracle.lines(text)).isEqualTo(3);
    assertThat(oracle.expectWords(text, counts, 3)).isEqualTo("lines=3 words=8 distinct=6");
    assertThat(Files.readString(counts))
        .isEqualTo("1\tB\n1\ta\n3\tb\n1\tcafe\u0301\n1\tcaf\u00e9\n1\t\u00a0\n");
    assertThat(Proof.read(counts)).containsEntry("b", 3L).hasSize(6);
  }

  @Test
  void countsThatAreMissingOrTooManyAreAddedUpApart() throws IOException {
    Path expected = Files.writeString(directory.resolve("expected"), "5\ta\n2\tb\n1\tc\n");
    Path dump = Files.writeString(directory.resolve("dump"), "3\ta\n4\tb\n7\tx\n");
    Proof wrong = new Proof(dump, new ConsumerReport("log\nlines=6 words=14 distinct=3\n"));
    assertThat(wrong.isExact(expected)).isFalse();
    assertThat(wrong.counts(expected)).isEqualTo(new Proof.Losses(3, 9));
    assertThat(wrong.lines(8)).isEqualTo(new Proof.Losses(2, 0));
    Proof exact = new Proof(expected, wrong.report());
    assertThat(exact.isExact(expected)).isTrue();
    assertThat(exact.counts(expected).isNone()).isTrue();
    assertThat(wrong.isExact(expected, Pattern.compile("(?s).*"))).isFalse();
  }

  @Test
  void aDumpThatWasNotWrittenIsNamedInALineThatSaysSo() {
    Proof none = new Proof(directory.resolve("none"), new ConsumerReport(""));
    assertThatThrownBy(() -> none.isExact(directory))
        .hasMessage("the consumer has not written its counts to " + none.dump());
  }
}
