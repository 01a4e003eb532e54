package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.lab.experiment.run.SettingTest.cell;

import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CpuLimitsTest {

  @ParameterizedTest
  @CsvSource({"core0", "core3", "core8", "0.5", "5"})
  void aMachineHasItsCoresAndAnyShareOfThem(String cpus) {
    assertThat(CpuLimits.refusal(cell(Map.of(Setting.CPUS_SERVER, cpus)), "0-3,8")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"core4", "core9", "5.1", "64"})
  void refusesCoresThatThereAreNot(String cpus) {
    assertThat(CpuLimits.refusal(cell(Map.of(Setting.CPUS_SERVER, cpus)), "0-3,8"))
        .hasValue("--cpus server=" + cpus + ", but there are only the cores 0-3,8");
  }

  @Test
  void theMachineIsThisOne() {
    Assumptions.assumeTrue(Runtime.getRuntime().availableProcessors() < 100);

    assertThat(Combination.unavailable(cell(Map.of(Setting.CPUS_CLIENT, "core99"))))
        .hasValueSatisfying(
            why ->
                assertThat(why).startsWith("--cpus client=core99, but there are only the cores "));
    assertThat(Combination.unavailable(cell(Map.of(Setting.CPUS_CLIENT, "0.5")))).isEmpty();
  }
}
