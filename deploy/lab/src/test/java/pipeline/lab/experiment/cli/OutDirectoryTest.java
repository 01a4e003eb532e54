package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutDirectoryTest {
  @TempDir private Path home;

  @Test
  void theCommitsOfAllThatWasLaunchedAreKeptEachOnce() throws IOException {
    OutDirectory directory =
        OutDirectory.create(Optional.of(home), home, IllegalArgumentException::new);
    assertThat(directory.commits()).isEmpty();

    directory.keepCommit("6661fb1");
    directory.keepCommit("c61c114");
    directory.keepCommit("6661fb1");

    assertThat(directory.commits()).containsExactly("6661fb1", "c61c114");
  }
}
