package pipeline.lab.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LossesTest {
  @TempDir private Path folder;

  @Test
  void linesAndWordsThatAreMissingOrTooManyAreCountedApart() throws IOException {
    Path expected = Files.writeString(folder.resolve("expected"), "5\ta\n2\tb\n1\tc\n");
    Path counted = Files.writeString(folder.resolve("counted"), "3\ta\n4\tb\n7\tx\n");

    Losses losses = Losses.of(8, expected, counted, "log\nlines=6 words=14 distinct=3\n");

    assertThat(losses).isEqualTo(new Losses(8, 2, 3, 9));
    assertThat(losses).hasToString("lines=8 lost=2 words-lost=3 words-doubled=9");
  }

  @Test
  void aConsumerThatDoesNotSayWhatItCountedProvesNothing() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty"));

    assertThatThrownBy(() -> Losses.of(1, empty, empty, "died"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has not said");
  }
}
