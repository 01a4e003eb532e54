package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutDirectoryTest {
  @Test
  void theCommitsOfAllThatWasLaunchedAreKeptEachOnce(@TempDir Path home) throws IOException {
    OutDirectory directory = OutDirectory.create(home, List.of());

    for (String commit : List.of("6661fb1", "c61c114", "6661fb1")) {
      directory.keepCommit(commit);
    }

    assertThat(directory.commits()).containsExactly("6661fb1", "c61c114");
  }
}
