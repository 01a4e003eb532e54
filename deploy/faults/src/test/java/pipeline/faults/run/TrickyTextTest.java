package pipeline.faults.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The text of fault runs has the line ends and the empty lines that naive readers get wrong. */
class TrickyTextTest {
  @TempDir private Path directory;

  @Test
  void bothKindsOfLineEndsAreWrittenAndBothKindsOfEmptyLines() throws IOException {
    Path input = directory.resolve("input");
    List<String> lines = TrickyText.lines(new SplittableRandom(6), 200);
    TrickyText.write(input, lines);
    String text = Files.readString(input);
    assertThat(text).contains("\n\r\n").contains("\n\n").containsPattern("[^\r\n]\r[^\r\n]");
    assertThat(text.split("\r?\n"))
        .filteredOn(line -> !line.isEmpty())
        .containsExactlyElementsOf(lines);
  }
}
