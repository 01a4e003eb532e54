package pipeline.client.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.input.BadInputException;
import pipeline.client.workload.Input;
import pipeline.wire.identity.RunId;

/** The runs that a client begins and those that it resumes; the defaults of each workload. */
class ClientOptionsTest {
  @ParameterizedTest
  @ValueSource(ints = {-11, -60 * 24 * 29, -60 * 24 * 365, 11, 60 * 24 * 30})
  void anotherInputUnderTheIdOfAnOldRunIsRefused(int minutes) throws BadInputException {
    RunId run = startingIn(minutes);
    ClientOptions options = swipes("--run-id " + run);
    assertThatThrownBy(options::toConfig)
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(
            "--run-id %s began at %s, not in the last ten minutes: add --resume",
            run, Instant.ofEpochMilli(run.startMillis()));
  }

  @ParameterizedTest
  @CsvSource({"-9,", "9,", "0,", "-60,--resume", "60,--resume"})
  void aNewRunsIdAndThatOfAResumedOneAreTaken(int minutes, String resume) throws BadInputException {
    String run = startingIn(minutes).toString();
    String typed = "--run-id " + run.toUpperCase(Locale.ROOT);
    ClientOptions options = swipes(resume == null ? typed : resume + " " + typed);
    assertThat(options.toConfig().runId()).hasToString(run);
  }

  private static RunId startingIn(int minutes) {
    Instant start = Instant.now().plus(minutes, ChronoUnit.MINUTES);
    return RunId.startingAt(start.toEpochMilli(), new SecureRandom());
  }

  private static ClientOptions swipes(String options) throws BadInputException {
    return ClientOptions.parse(("1 --workload swipes " + options).split(" ", -1));
  }

  @ParameterizedTest
  @CsvSource({"lift-rides,200000,lift-rides", "swipes,500000,swipes.counts"})
  void aGeneratedWorkloadHasTheSizeOfItsReferenceSystemAndWatchesItsOwnQueue(
      String name, long size, String queue) throws BadInputException {
    ClientOptions options = ClientOptions.parse("1", "--workload", name);
    Input input = options.toConfig().traffic().input();
    assertThat(input.workload() + " " + input.size() + " " + input.seed().orElseThrow())
        .isEqualTo(name + " " + size + " 1");
    assertThat(options.toOutputs().queue()).isEqualTo(queue);
  }

  @ParameterizedTest
  @CsvSource({"f 1,wordcount", "f 1 --queue q,q"})
  void theQueueOfLinesIsWatchedUnlessAnotherIsNamed(String arguments, String queue)
      throws BadInputException {
    assertThat(ClientOptions.parse(arguments.split(" ", -1)).toOutputs().queue()).isEqualTo(queue);
  }
}
