package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import pipeline.lab.experiment.design.Cell;

class SettingTest {

  @ParameterizedTest
  @EnumSource(Setting.class)
  void whatIsUsedWhenNothingIsSaidIsALevel(Setting setting) {
    assertThat(setting.refusal(setting.standard())).isEmpty();
    assertThat(setting.help()).contains("(" + setting.standard() + ")");
  }

  @ParameterizedTest
  @CsvSource({
    "THREADS, 0",
    "THREADS, 1025",
    "THREADS, -1",
    "THREADS, many",
    "THREADS, 07",
    "THREADS, 99999999",
    "PREFETCH, none",
    "QUEUE, stream",
    "STORE, ''",
    "DESIGN, theirs",
    "LOAD, curl",
    "JVM, 128m",
    "LINES_PER_REQUEST, 0",
    "CHANNELS, 201"
  })
  void refusesWhatCannotBeALevel(Setting setting, String level) {
    assertThat(setting.refusal(level))
        .hasValueSatisfying(
            why -> assertThat(why).startsWith("--" + setting.spelled() + " is '" + level + "'"));
  }

  @ParameterizedTest
  @CsvSource({
    "DELAY_CLIENT, 12, --delay client is '12'",
    "DELAY_CLIENT, 12s, --delay client is '12s'",
    "DELAY_BROKER, 9ms+-2ms, --delay broker is '9ms+-2ms'",
    "DELAY_CONSUMER, 201ms, --delay consumer is '201ms'",
    "CPUS_SERVER, half, --cpus server is 'half'",
    "CPUS_CLIENT, 0.5, --cpus client is '0.5'",
    "CPUS_CONSUMER, core1-0, --cpus consumer is 'core1-0'",
  })
  void refusesWhatIsNoDelay(Setting setting, String level, String why) {
    assertThat(setting.refusal(level))
        .hasValueSatisfying(said -> assertThat(said).startsWith(why + ", but may be none or "));
  }

  @Test
  void severalConsumersShareOnlyRedis() {
    assertThat(Combination.refusal(cell(Map.of(Setting.CONSUMERS, "2"))))
        .hasValue("--consumers 2 needs --store redis");
    assertThat(Combination.refusal(cell(Map.of(Setting.CONSUMERS, "2", Setting.STORE, "redis"))))
        .isEmpty();
  }

  @Test
  void onlyRedisServesReads() {
    assertThat(Combination.refusal(cell(Map.of(Setting.GETS, "5"))))
        .hasValue("--gets 5 needs --store redis");
    assertThat(Combination.refusal(cell(Map.of(Setting.GETS, "5", Setting.STORE, "redis"))))
        .isEmpty();
  }

  @Test
  void whatLosesLinesGoesWithNothingThatPromisesNotTo() {
    assertThat(Combination.refusal(cell(Map.of(Setting.ACK, "auto"))))
        .hasValue("--ack auto loses lines, so it needs --store memory");
    Map<Setting, String> auto = Map.of(Setting.ACK, "auto", Setting.STORE, "memory");
    assertThat(Combination.refusal(cell(auto))).isEmpty();
    Map<Setting, String> bounded = new EnumMap<>(auto);
    bounded.put(Setting.PREFETCH, "10");
    assertThat(Combination.refusal(cell(bounded))).hasValue("--ack auto has no --prefetch 10");
    assertThat(Combination.refusal(cell(Map.of(Setting.DURABLE, "off", Setting.QUEUE, "quorum"))))
        .hasValue("--durable off has no --queue quorum");
    assertThat(
            Combination.refusal(cell(Map.of(Setting.DESIGN, "reference", Setting.DURABLE, "off"))))
        .hasValue("--design reference has no --durable off");
  }

  @Test
  void onlyOurBrokerRestarts() {
    Map<Setting, String> restart = Map.of(Setting.RESTART, "broker");
    assertThat(Combination.refusal(cell(restart))).isEmpty();
    assertThat(Setting.restartsBroker(cell(restart))).isTrue();
    assertThat(Setting.restartsBroker(cell(Map.of()))).isFalse();
    assertThat(
            Combination.refusal(cell(Map.of(Setting.DESIGN, "spring", Setting.RESTART, "broker"))))
        .hasValue("--design spring has no --restart broker");
  }

  @Test
  void otherDesignsHaveNoneOfOurSettingsButTheWarHasAll() {
    Map<Setting, String> reference = Map.of(Setting.DESIGN, "reference");
    assertThat(Combination.refusal(cell(reference))).isEmpty();
    assertThat(Combination.refusal(cell(Map.of(Setting.DESIGN, "spring", Setting.QUEUE, "quorum"))))
        .hasValue("--design spring has no --queue quorum");
    // server.war has the settings of our server
    assertThat(Combination.refusal(cell(Map.of(Setting.DESIGN, "war", Setting.QUEUE, "quorum"))))
        .isEmpty();
  }

  static Cell cell(Map<Setting, String> levels) {
    Map<String, String> all = new LinkedHashMap<>();
    Arrays.stream(Setting.values())
        .forEach(
            setting ->
                all.put(setting.spelled(), levels.getOrDefault(setting, setting.standard())));
    return new Cell(all);
  }
}
