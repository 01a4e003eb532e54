package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.lab.experiment.run.SettingTest.cell;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.lab.experiment.design.Cell;
import pipeline.wire.workload.Workload;

class InputTest {

  @ParameterizedTest
  @CsvSource({"reference, LIFT_RIDES", "reference-safe, SWIPES", "spring, SWIPES", "nginx, SWIPES"})
  void aDesignTakesOnlyTheRequestsThatItsServerHasAPathFor(String design, Workload kind) {
    assertThat(Input.of(kind, 10, 1).refusal(cell(Map.of(Setting.DESIGN, design)), 10))
        .hasValue("--design %s has no --workload %s".formatted(design, kind.spelled()));
  }

  @ParameterizedTest
  @CsvSource({
    "ours, SWIPES",
    "war, SWIPES",
    "spring-nothing, LIFT_RIDES",
    "nothing, LIFT_RIDES",
    "spring-unconfirmed, LIFT_RIDES",
    "nginx, LIFT_RIDES"
  })
  void takesThoseThatItHasAPathFor(String design, Workload kind) {
    assertThat(Input.of(kind, 10, 1).refusal(cell(Map.of(Setting.DESIGN, design)), 10)).isEmpty();
  }

  @Test
  void generatedRequestsAreSentByOurClientOnly() {
    Input rides = Input.of(Workload.LIFT_RIDES, 10, 1);
    Cell wrk = cell(Map.of(Setting.LOAD, "wrk"));

    assertThat(rides.refusal(wrk, 10)).hasValue("--load wrk has no --workload lift-rides");
    assertThat(Input.of(Path.of("text"), 1).refusal(wrk, 10)).isEmpty();
  }

  @Test
  void aFirstPhaseLeavesAFifthOfTheRequestsToTheThreads() {
    Input rides = Input.of(Workload.LIFT_RIDES, 39_999, 1);
    Cell phases = cell(Map.of(Setting.FIRST_PHASE, "32x1000"));

    assertThat(rides.refusal(phases, 39_999))
        .hasValue(
            "--first-phase 32x1000 needs 40000 requests, a fifth of them for --threads, but there"
                + " are 39999: raise --requests");
    assertThat(rides.refusal(phases, 40_000)).isEmpty();
    assertThat(rides.refusal(cell(Map.of()), 1)).isEmpty();
  }

  @Test
  void manyLinesARequestAreFewRequests() {
    Cell phases = cell(Map.of(Setting.FIRST_PHASE, "32x1000", Setting.LINES_PER_REQUEST, "100"));

    assertThat(Input.of(Path.of("text"), 100).refusal(phases, 993_001))
        .hasValueSatisfying(why -> assertThat(why).endsWith("but there are 9931: raise --repeat"));
  }

  @Test
  void threadsWithoutARequestAreNotCompared() {
    Cell many = cell(Map.of(Setting.THREADS, "64", Setting.LINES_PER_REQUEST, "1000"));

    assertThat(Input.of(Path.of("text"), 1).refusal(many, 9_930))
        .hasValue("--threads 64 needs a request for each, but there are 10: raise --repeat");
    assertThat(Input.of(Path.of("text"), 7).refusal(many, 69_510)).isEmpty();
    assertThat(Input.of(Path.of("text"), 1).refusal(many.with("load", "wrk"), 1)).isEmpty();
    // who tries a short text has not asked about threads
    assertThat(Input.of(Path.of("text"), 1).refusal(cell(Map.of()), 1)).isEmpty();
  }
}
