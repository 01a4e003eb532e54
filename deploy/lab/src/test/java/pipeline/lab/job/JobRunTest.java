package pipeline.lab.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.rig.ConsumerReport;
import pipeline.rig.Proof;

class JobRunTest {
  @TempDir private Path home;

  @Test
  void linesAndWordsThatAreMissingOrTooManyAreToldApart() throws Exception {
    Path expected = Files.writeString(home.resolve("expected"), "5\ta\n2\tb\n1\tc\n");
    Path counted = Files.writeString(home.resolve("counted"), "3\ta\n4\tb\n7\tx\n");
    ConsumerReport report = new ConsumerReport("log\nlines=6 words=14 distinct=3\n");
    assertThat(Judgement.losses(8, expected, new Proof(counted, report)))
        .hasToString("lines=8 lost=2 words-lost=3 words-doubled=9");
  }
}
