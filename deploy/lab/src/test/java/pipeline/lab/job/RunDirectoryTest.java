package pipeline.lab.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
  @TempDir private Path home;

  private Arguments arguments(String... options) throws IOException, JobException {
    Path text = Files.writeString(home.resolve("text"), "a line\n");
    String[] all = {text.toString(), "2", "", ""};
    System.arraycopy(options, 0, all, 2, options.length);
    return Arguments.parse(all);
  }

  @Test
  void whatCannotBeWrittenToIsABadArgument() throws Exception {
    String file = Files.writeString(home.resolve("file"), "").toString();
    Arguments arguments = arguments("--out", file);

    assertThatExceptionOfType(JobException.class)
        .isThrownBy(() -> RunDirectory.create(arguments, home))
        .withMessage("--out " + file + ": is not a directory (see --help)")
        .matches(e -> e.code() == 2);
  }

  @Test
  void itIsNamedAfterTheTimeInDigitsOfNoLanguage() throws Exception {
    Locale ours = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("fa-IR"));
      Path made = RunDirectory.create(arguments("--seed", "1"), home).path();
      assertThat(made.toString()).matches(".*/deploy/out/[0-9]{8}-[0-9]{6}");
    } finally {
      Locale.setDefault(ours);
    }
  }
}
