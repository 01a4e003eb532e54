package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.lab.experiment.run.SettingTest.cell;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.lab.experiment.design.Cell;

class LoadGeneratorTest {

  @ParameterizedTest
  @CsvSource({
    "hey, DESIGN, ours, --load hey needs --design nginx",
    "backlog, DESIGN, spring, --load backlog has no --design spring",
    "backlog, DESIGN, war, --load backlog has no --design war",
    "backlog, CONSUMERS, 0, --load backlog has no --consumers 0",
    "wrk, RESTART, broker, --load wrk has no --restart broker",
    "wrk, FIRST_PHASE, 32x1000, --load wrk has no --first-phase 32x1000",
    "backlog, BALANCER, http, --load backlog has no --balancer http",
    "backlog, QUEUE, quorum, --load backlog has no --queue quorum",
    "backlog, DURABLE, off, --load backlog has no --durable off",
    "backlog, DELIVERY, transient, --load backlog has no --delivery transient",
    "wrk, SERVERS, 4, --load wrk sends to one address: --servers needs --balancer"
  })
  void refusesWhatCannotBe(String load, Setting setting, String level, String why) {
    assertThat(Combination.refusal(cell(Map.of(Setting.LOAD, load, setting, level)))).hasValue(why);
  }

  @Test
  void onlyOursAndTheOneThatDoesNothingTakeManyLinesARequest() {
    for (String design : new String[] {"ours", "war", "nothing"}) {
      assertThat(
              Combination.refusal(
                  cell(Map.of(Setting.DESIGN, design, Setting.LINES_PER_REQUEST, "100"))))
          .isEmpty();
    }
    assertThat(
            Combination.refusal(
                cell(Map.of(Setting.DESIGN, "reference", Setting.LINES_PER_REQUEST, "100"))))
        .hasValue("--design reference has no --lines-per-request 100");
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
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -                                               | 2
          THREADS=2                                       | 5
          THREADS=2 DELAY_CLIENT=12ms                     | 125
          THREADS=4 DELAY_CLIENT=12ms                     | 62
          THREADS=2 DELAY_CLIENT=12ms LINES_PER_REQUEST=5 | 25
          THREADS=1 DELAY_BROKER=2ms                      | 50
          THREADS=1 DELAY_BROKER=2ms CONFIRM=none         | 10
          THREADS=1 DELAY_BROKER=2ms DESIGN=spring        | 50
          THREADS=1 DELAY_BROKER=2ms DESIGN=reference     | 10
          DELAY_CONSUMER=40ms                             | 2
          """)
  void threadsThatWaitForAnswersSendNoFasterThanLittlesLawSays(String levels, int seconds) {
    assertThat(Setting.sending(cell(read(levels)), 9_000, 10, 1_000)).hasSeconds(seconds);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          DELAY_BROKER=20ms                                             | 12
          DELAY_BROKER=20ms PUBLISH=per-request                         | 12
          DELAY_BROKER=20ms PUBLISH=per-request CHANNELS=8              | 51
          DELAY_BROKER=20ms PUBLISH=per-request CHANNELS=8 SERVERS=2    | 25
          DELAY_BROKER=20ms BATCH_ENTRIES=4                             | 102
          DELAY_BROKER=20ms BATCH_ENTRIES=4 CHANNELS=2                  | 51
          """)
  void serversThatWaitForConfirmsHaveAMessageOnEachChannel(String levels, int seconds) {
    assertThat(Setting.sending(cell(read(levels)), 9_000, 10, 1_000)).hasSeconds(seconds);
  }

  @Test
  void aWarmUpWaitsForAnswersToo() {
    Map<Setting, String> far = Map.of(Setting.LOAD, "wrk", Setting.DELAY_CLIENT, "49.5ms");

    assertThat(Setting.sending(cell(far), 1, 10, 3_200)).hasSeconds(20);
  }

  private static Map<Setting, String> read(String levels) {
    Map<Setting, String> read = new EnumMap<>(Setting.class);
    for (String level : levels.split(" ", -1)) {
      if (!level.equals("-")) {
        String[] sides = level.split("=", -1);
        read.put(Setting.valueOf(sides[0]), sides[1]);
      }
    }
    return read;
  }
}
