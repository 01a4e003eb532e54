package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.lab.experiment.run.SettingTest.cell;

import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoresTest {

  @ParameterizedTest
  @ValueSource(strings = {"core0", "core3", "core8", "core1-3", "none"})
  void aMachineHasItsCores(String cpus) {
    assertThat(Cores.refusal(cell(Map.of(Setting.CPUS_SERVER, cpus)), "0-3,8")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"core4", "core9", "core3-4", "core0-9"})
  void coresThatThereAreNotAreRefused(String cpus) {
    assertThat(Cores.refusal(cell(Map.of(Setting.CPUS_SERVER, cpus)), "0-3,8"))
        .hasValue("--cpus server=" + cpus + ", but there are only the cores 0-3,8");
  }

  @Test
  void theMachineIsThisOne() {
    Assumptions.assumeTrue(Runtime.getRuntime().availableProcessors() < 100);

    assertThat(Combination.refusal(cell(Map.of(Setting.CPUS_CLIENT, "core99"))))
        .hasValueSatisfying(
            why ->
                assertThat(why).startsWith("--cpus client=core99, but there are only the cores "));
  }
}
