package pipeline.faults.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.faults.run.RunResult.Reports;
import pipeline.faults.system.RunFiles;
import pipeline.rig.ConsumerReport;

class ReportsTest {
  private static final String RUN = "0123456789abcdef0123456789abcdef";

  @TempDir private Path directory;
  private RunFiles files;

  @BeforeEach
  void findFiles() {
    files = new RunFiles(directory, RUN);
  }

  @Test
  void takesTheLastProofAndAllRedeliveries() throws IOException {
    String consumer =
        """
        run %s lines=2990 of=? missing=10 duplicates=4 gaps=3-12
        messages=9 redelivered=7
        12:00:00 ERROR Committer - counts cannot be made durable, so nothing is acked: full
        consumer: cannot use --state DIR: torn
        consumer: cannot use --state DIR: torn
        run ffffffffffffffffffffffffffffffff lines=1 of=? missing=0 duplicates=99
        run %s lines=2999 of=2999 missing=0 duplicates=5
        run %s lines=1 of=? missing=0 duplicates=1
        messages=9 redelivered=1
        """
            .formatted(RUN, RUN, files.heldRun());
    String client =
        """
        client: retries: 3
        client: 2 x HTTP 503
        Max response time : 87.5000 ms
        client: retries: 1,004
        """;
    Files.writeString(
        directory.resolve("client-0.json"),
        "{\"steps\":[{\"retries\":3,\"longestWait\":1087.5,\"max\":87.5}]}");
    Files.writeString(directory.resolve("client-2.json"), "{\"steps\":[{\"longestWait\":null}]}");
    Files.writeString(directory.resolve("client-3.json"), "{\"steps\":[{\"longestWait\":12.25}]}");
    assertThat(Reports.read(files, client, new ConsumerReport(consumer)))
        .isEqualTo(
            new Reports(
                new ConsumerReport.Runs(3_000, List.of("2999", "?"), 0, 0, 6),
                8,
                1_007,
                1,
                2,
                1_087.5));
  }

  @Test
  void nothingSaidIsNothingCounted() throws IOException {
    assertThat(Reports.read(files, "", new ConsumerReport(""))).isEqualTo(Reports.NONE);
  }
}
