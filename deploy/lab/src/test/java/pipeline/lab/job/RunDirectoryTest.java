package pipeline.lab.job;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
  @TempDir private Path home;

  @Test
  void whatCannotBeWrittenToIsABadArgument() throws Exception {
    String text = Files.writeString(home.resolve("text"), "a line\n").toString();
    Arguments arguments = Arguments.parse(new String[] {text, "2", "--out", text});

    assertThatExceptionOfType(JobException.class)
        .isThrownBy(() -> RunDirectory.create(arguments, home))
        .withMessage("--out " + text + ": is not a directory (see --help)")
        .matches(e -> e.code() == 2);
  }
}
