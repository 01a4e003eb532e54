package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import pipeline.lab.experiment.design.Cell;

/** Tests the levels of settings; what is refused is in {@code RefusalsTest}. */
class SettingTest {

  @ParameterizedTest
  @EnumSource(Setting.class)
  void whatIsUsedWhenNothingIsSaidIsALevel(Setting setting) {
    assertThat(setting.refusal(setting.standard())).isEmpty();
    assertThat(setting.help()).contains("(" + setting.standard() + ")");
  }

  @Test
  void aMachineHasTheCoresOfItsRanges() {
    assertThat(Rules.missingCores(cell(Map.of(Setting.CPUS_SERVER, "core8")), "0-3,8")).isEmpty();
    assertThat(Rules.missingCores(cell(Map.of(Setting.CPUS_SERVER, "core1-3")), "0-3,8")).isEmpty();
    assertThat(Rules.missingCores(cell(Map.of(Setting.CPUS_SERVER, "core3-4")), "0-3,8"))
        .hasValue("--cpus-server core3-4, but there are only the cores 0-3,8");
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
