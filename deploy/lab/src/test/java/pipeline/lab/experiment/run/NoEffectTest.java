package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.lab.experiment.run.SettingTest.cell;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.design.Factor;

class NoEffectTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          DESIGN=nothing DELAY_BROKER=5ms         | --delay broker=5ms has no effect with --design nothing
          DESIGN=nginx DELAY_CONSUMER=5ms         | --delay consumer=5ms has no effect with --design nginx
          DESIGN=nothing CPUS_CONSUMER=core0      | --cpus consumer=core0 has no effect with --design nothing
          DESIGN=ours/nothing DELAY_BROKER=0ms/5ms | --delay broker=5ms has no effect with --design nothing
          DESIGN=ours/nothing CONSUMER_THREADS=1/2 | --consumer-threads 2 has no effect with --design nothing
          CONSUMERS=0 PREFETCH=10/100             | --prefetch 10 has no effect with --consumers 0
          CONSUMERS=0 STORE=memory                | --store memory has no effect with --consumers 0
          LOAD=backlog THREADS=32/64              | --threads 64 has no effect with --load backlog
          LOAD=backlog DELAY_CLIENT=5ms           | --delay client=5ms has no effect with --load backlog
          LOAD=backlog SERVERS=4                  | --servers 4 has no effect with --load backlog
          PUBLISH=per-request BATCH_ENTRIES=10    | --batch-entries 10 has no effect with --publish per-request
          """)
  void refusesAFactorThatNoProgramOfACellLooksAt(String factors, String why) {
    assertThat(NoEffect.refusal(design(factors))).hasValue(why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DESIGN=ours/nothing CONSUMER_THREADS=1",
        "DESIGN=ours/nothing DELAY_CLIENT=0ms/5ms",
        "DESIGN=ours/nothing CONSUMERS=0",
        "CONSUMERS=0/1 STORE=memory",
        "CONSUMERS=0 STORE=redis GETS=5",
        "LOAD=backlog DELAY_CONSUMER=0ms/5ms",
        "PUBLISH=group/per-request BATCH_ENTRIES=10"
      })
  void aLevelThatSomeCellsNeedMayBeOfNoUseToOthers(String factors) {
    assertThat(NoEffect.refusal(design(factors))).isEmpty();
  }

  @Test
  void whereOneFactorChangesAtATimeTheOthersAreAsInTheBase() {
    assertThat(
            NoEffect.refusal(
                Design.oneAtATime(
                    factors("PUBLISH=group/per-request BATCH_ENTRIES=auto/10"),
                    cell -> Optional.empty())))
        .isEmpty();
  }

  private static Design design(String named) {
    return Design.allCombinations(factors(named), cell -> Optional.empty());
  }

  private static List<Factor> factors(String named) {
    Map<String, String> all = new LinkedHashMap<>(cell(Map.of()).levels());
    for (String factor : named.split(" ", -1)) {
      String[] sides = factor.split("=", -1);
      all.put(Setting.valueOf(sides[0]).spelled(), sides[1]);
    }
    return all.entrySet().stream()
        .map(each -> new Factor(each.getKey(), List.of(each.getValue().split("/", -1))))
        .toList();
  }
}
