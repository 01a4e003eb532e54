package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counted by the checkout's own scripts. */
class LoadTest {
  private static final Path ROOT = Path.of("../..");

  @TempDir private Path directory;
  private Path text;

  @BeforeEach
  void writeText() throws IOException {
    text = Files.writeString(directory.resolve("text.txt"), "a b\r\n\nb\tc\na\n");
  }

  @Test
  void warmsUpWithTheFirstLines() throws IOException {
    try (Load load = new Load(ROOT, text, 1, 2)) {
      assertThat(load.lines()).isEqualTo(3);
      assertThat(Files.readAllLines(load.warmUp())).isEqualTo(List.of("a b", "b\tc"));
      assertThat(load.difference(Map.of("a", 3L, "b", 4L, "c", 2L)).isNone()).isTrue();
    }
  }

  @Test
  void warmsUpWithTheWholeTextSeveralTimesIfItIsShort() throws IOException {
    try (Load load = new Load(ROOT, text, 1, 7)) {
      assertThat(load.warmUpRepeats()).isEqualTo("3");
      assertThat(load.difference(Map.of("a", 8L, "b", 8L, "c", 4L)).isNone()).isTrue();
    }
  }

  @Test
  void expectsTheTextAsOftenAsItIsSent() throws IOException {
    try (Load load = new Load(ROOT, text, 10, 2)) {
      assertThat(load.repeats()).isEqualTo("10");
      assertThat(load.lines()).isEqualTo(30);
      assertThat(load.difference(Map.of("a", 21L, "b", 22L, "c", 11L)).isNone()).isTrue();
    }
  }

  @Test
  void countsWhatIsMissingAndWhatIsThereTooOften() throws IOException {
    try (Load load = new Load(ROOT, text, 1, 3)) {
      Load.Difference difference = load.difference(Map.of("a", 3L, "b", 6L, "other", 5L));

      assertThat(difference).isEqualTo(new Load.Difference(3, 7));
      assertThat(difference.isNone()).isFalse();
    }
  }
}
