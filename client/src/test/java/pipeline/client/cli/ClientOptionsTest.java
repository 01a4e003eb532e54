package pipeline.client.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.input.BadInputException;
import pipeline.wire.identity.RunId;

/** The runs that a client begins, and those that it resumes. */
class ClientOptionsTest {
  @TempDir private Path dir;
  private String file;

  @BeforeEach
  void writeFile() throws IOException {
    file = Files.writeString(dir.resolve("one.txt"), "a\n").toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "xyz",
        "",
        "0123456789abcdef0123456789abcdef",
        "019ac000-0000-7def-8123-456789abcdef",
        "019ac00000004def8123456789abcdef",
        "019ac00000007defc123456789abcdef",
        "019ac00000007def8123456789abcde",
        "019ac00000007def8123456789abcdef0"
      })
  void aRunThatIsNoUuidOfVersion7(String run) throws BadInputException {
    String expected = "--run-id must be a UUID of version 7 in 32 hex digits, not '" + run + "'";
    assertRefused(expected, file, "1", "--run-id", run);
    assertRefused(expected, file, "1", "--resume", "--run-id", run);
  }

  @ParameterizedTest
  @ValueSource(ints = {-11, -60 * 24 * 29, -60 * 24 * 365, 11, 60 * 24 * 30})
  void anotherInputUnderTheIdOfAnOldRun(int minutes) throws BadInputException {
    RunId run = startingIn(minutes);
    assertRefused(
        ("--run-id " + run + " began at " + Instant.ofEpochMilli(run.startMillis()))
            + ", not in the last ten minutes: add --resume",
        file,
        "1",
        "--run-id",
        run.toString());
  }

  @ParameterizedTest
  @CsvSource({"-9,", "9,", "0,", "-60,--resume", "60,--resume"})
  void aNewRunsIdAndThatOfAResumedOneAreTaken(int minutes, String resume) throws BadInputException {
    String run = startingIn(minutes).toString();
    String[] args = {file, "1", "--run-id", run};
    ClientOptions options =
        ClientOptions.parse(resume == null ? args : ArrayUtils.addAll(args, resume));
    assertThat(options.toConfig().runId()).hasToString(run);
  }

  private static RunId startingIn(int minutes) {
    Instant start = Instant.now().plus(minutes, ChronoUnit.MINUTES);
    return RunId.startingAt(start.toEpochMilli(), new SecureRandom());
  }

  private static void assertRefused(String expected, String... args) throws BadInputException {
    ClientOptions options = ClientOptions.parse(args);
    assertThatThrownBy(options::toConfig)
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(expected);
  }
}
