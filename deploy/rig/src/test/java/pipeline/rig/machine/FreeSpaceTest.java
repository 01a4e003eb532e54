package pipeline.rig.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreeSpaceTest {
  @Test
  void aDiskWithSpaceIsNotComplainedOf(@TempDir Path directory) {
    assertThat(FreeSpace.shortage(directory, "a run")).isEmpty();
  }

  @Test
  void aFileSystemThatDoesNotTellItsSizeIsNotComplainedOf() {
    assertThat(FreeSpace.shortage(Path.of("/proc"), "a run")).isEmpty();
    assertThat(FreeSpace.shortage(Path.of("/not-there"), "a run")).isEmpty();
  }

  @Test
  void aDiskThatIsTooSmallIsNamed() {
    assertThat(FreeSpace.shortage(Path.of("/small"), "a run", 1L << 30, 299L << 20))
        .hasValue("no space: /small has 299 MiB free, but a run needs 300");
    assertThat(FreeSpace.shortage(Path.of("/full"), "a run", 1L << 30, 0)).isPresent();
  }
}
