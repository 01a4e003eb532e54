package pipeline.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    assertThat(oracle.expectWords(text, 3, counts)).isEqualTo("lines=3 words=8 distinct=6");
    assertThat(Files.readString(counts))
        .isEqualTo("1\tB\n1\ta\n3\tb\n1\tcafe\u0301\n1\tcaf\u00e9\n1\t\u00a0\n");
    assertThat(Oracle.read(counts)).containsEntry("b", 3L).hasSize(6);
  }

  @Test
  void countsThatAreMissingOrTooManyAreAddedUpApart() {
    assertThat(Losses.of(Map.of("a", 5L, "b", 2L, "c", 1L), Map.of("a", 3L, "b", 4L, "x", 7L)))
        .isEqualTo(new Losses(3, 9));
    assertThat(Losses.of(Map.of("a", 1L), Map.of("a", 1L)).isNone()).isTrue();
  }
}
