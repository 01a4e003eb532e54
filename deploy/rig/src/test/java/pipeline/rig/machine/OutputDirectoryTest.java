package pipeline.rig.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory that cannot take a run is refused before the run, with its cause. */
class OutputDirectoryTest {
  @TempDir private Path home;

  private static void isRefused(Path directory, String why) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OutputDirectory.create(directory, "a run"))
        .withMessage(why);
  }

  @Test
  void aNewOneIsMadeAndAnEmptyOneIsTaken() throws IOException {
    Path directory = home.resolve("new/and/deep");
    OutputDirectory.create(directory, "a run");
    OutputDirectory.create(directory, "a run");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void whatCannotBeWrittenToIsNamedWithItsCause() throws IOException {
    Path file = Files.writeString(home.resolve("file"), "");
    isRefused(home, "--out " + home + ": is not empty");
    isRefused(file, "--out " + file + ": is not a directory");
    isRefused(file.resolve("in"), "--out " + file + "/in: cannot be created: Not a directory");
    isRefused(Path.of("/proc/in"), "--out /proc/in: cannot be created: no such file");
    isRefused(
        home.resolve("a\rb"),
        "--out " + home + "/a?b: control characters are not allowed in a name");
  }

  @Test
  void aDirectoryThatTakesNoFileIsRefusedWhateverItsRightsSay() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OutputDirectory.requireWritable(Path.of("/proc/self")))
        .withMessageStartingWith("--out /proc/self: cannot be written to: ");
  }

  @Test
  void aDiskThatIsTooSmallIsNamedAndOneThatDoesNotTellItsSizeIsNot() throws IOException {
    OutputDirectory.requireSpace(Path.of("/large"), "a run", 1L << 30, 300L << 20);
    OutputDirectory.requireSpace(Path.of("/proc"), "a run", 0, 0);
    assertThatThrownBy(
            () -> OutputDirectory.requireSpace(Path.of("/small"), "a run", 1L << 30, 299L << 20))
        .isInstanceOf(IOException.class)
        .hasMessage("no space: /small has 299 MiB free, but a run needs 300");
  }
}
