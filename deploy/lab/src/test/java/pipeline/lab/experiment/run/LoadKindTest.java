package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.lab.experiment.run.SettingTest.cell;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.lab.experiment.design.Cell;

class LoadKindTest {

  @ParameterizedTest
  @CsvSource({
    "hey, DESIGN, ours, --load hey needs --design nginx",
    "warm-client, DESIGN, nothing, --load warm-client needs --design nginx",
    "wrk, DESIGN, perf-test, --load wrk has no --design perf-test",
    "backlog, DESIGN, spring, --load backlog has no --design spring",
    "backlog, CONSUMERS, 0, --load backlog has no --consumers 0",
    "wrk, RESTART, broker, --load wrk has no --restart broker",
    "wrk, FIRST_PHASE, 32x1000, --load wrk has no --first-phase 32x1000",
    "wrk, SERVERS, 4, --load wrk sends to one address: --servers needs --balancer",
    "wrk, CPUS_BROKER, core0, --cpus broker is a share: it has begun before the launch"
  })
  void refusesWhatCannotBe(String load, Setting setting, String level, String why) {
    assertThat(Setting.refusal(cell(Map.of(Setting.LOAD, load, setting, level)))).hasValue(why);
  }

  @Test
  void onlyOursAndTheOneThatDoesNothingTakeManyLinesARequest() {
    for (String design : new String[] {"ours", "nothing"}) {
      assertThat(
              Setting.refusal(
                  cell(Map.of(Setting.DESIGN, design, Setting.LINES_PER_REQUEST, "100"))))
          .isEmpty();
    }
    assertThat(
            Setting.refusal(
                cell(Map.of(Setting.DESIGN, "reference", Setting.LINES_PER_REQUEST, "100"))))
        .hasValue("--design reference has no --lines-per-request 100");
    assertThat(
            Setting.refusal(
                cell(
                    Map.of(
                        Setting.LOAD, "backlog",
                        Setting.DESIGN, "perf-test",
                        Setting.LINES_PER_REQUEST, "30"))))
        .isEmpty();
  }

  @Test
  void generatedRequestsAreSentByOurClientOnly() {
    Input rides = Input.of(Input.Workload.LIFT_RIDES, 10, 1);
    assertThat(rides.refusal(cell(Map.of(Setting.LOAD, "wrk"))))
        .hasValue("--load wrk has no --workload lift-rides");
    assertThat(Input.of(Path.of("text"), 1).refusal(cell(Map.of(Setting.LOAD, "wrk")))).isEmpty();
  }

  @Test
  void aLaunchIsEstimatedByItsSecondsItsLinesAndItsWarmUp() {
    Cell wrk = cell(Map.of(Setting.LOAD, "wrk"));
    Cell bulk = cell(Map.of(Setting.LOAD, "wrk", Setting.LINES_PER_REQUEST, "100"));
    Cell backlog = cell(Map.of(Setting.LOAD, "backlog"));

    assertThat(Setting.sending(wrk, 1, 10, 100_000)).hasSeconds(20);
    assertThat(Setting.sending(bulk, 1, 10, 10_000)).hasSeconds(20);
    assertThat(Setting.sending(backlog, 900_000, 10, 100_000)).hasSeconds(50);
    assertThat(Setting.sending(cell(Map.of()), 70_000, 10, 10_000)).hasSeconds(20);
    assertThat(Setting.sending(cell(Map.of(Setting.LOAD, "warm-client")), 1, 10, 1)).hasSeconds(55);
  }
}
