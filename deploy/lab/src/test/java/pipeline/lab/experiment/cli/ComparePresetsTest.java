package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparePresetsTest extends OnComparedResults {
  private static final Path ROOT = Path.of("../..");

  @Test
  void everyExperimentOfAPresetIsComparedAndOneThatIsSlowerIsEnough() {
    preset("before", "pipeline", (plan, logs) -> new FakeRunner(-1));
    preset("same", "pipeline", (plan, logs) -> new FakeRunner(-1));
    preset(
        "slower",
        "pipeline",
        (plan, logs) -> new FakeRunner(-1, logs.toString().contains("connections-128") ? 0.8 : 1));

    assertThat(compare("before", "same")).isZero();
    assertThat(out.toString())
        .contains("connections-32, design ours: throughput +0.0 %")
        .containsPattern("connections-32, all cells: .*: not slower\n")
        .containsPattern("connections-128, all cells: .*: not slower\n");
    out.getBuffer().setLength(0);
    assertThat(compare("before", "slower")).isEqualTo(1);
    assertThat(out.toString())
        .containsPattern("connections-32, all cells: .*: not slower\n")
        .containsPattern("connections-128, all cells: .*: slower\n");
  }

  @Test
  void anExperimentThatOnlyOneOfThemHasIsNamedAndTheOthersAreCompared() throws IOException {
    preset("before", "pipeline", (plan, logs) -> new FakeRunner(-1));
    preset("after", "pipeline", (plan, logs) -> new FakeRunner(-1));
    Files.delete(home.resolve("after/connections-32/arguments.txt"));

    assertThat(compare("before", "after")).isZero();
    assertThat(out.toString())
        .startsWith("connections-32: only in " + home.resolve("before") + "\n")
        .contains("connections-128, all cells: ");
    Files.delete(home.resolve("after/connections-128/arguments.txt"));
    assertThat(compare("before", "after")).isEqualTo(2);
    assertThat(err.toString()).contains("have no experiment in common");
  }

  @Test
  void whatARestartLeavesIsNoThroughput() {
    preset("before", "r1", (plan, logs) -> new FakeRunner(-1));

    assertThat(compare("before", "before")).isZero();
    assertThat(out.toString())
        .contains("restart: measures no throughput\n")
        .doesNotContain("restart, ")
        .contains("one-server, all cells: ");
  }

  @ParameterizedTest
  @CsvSource({"before,alone", "alone,before", "before,server"})
  void aPresetIsComparedWithTheSamePresetOnly(String one, String other) {
    preset("before", "pipeline", (plan, logs) -> new FakeRunner(-1));
    preset("server", "server", (plan, logs) -> new FakeRunner(-1));
    build("alone", 1, slot -> false);

    assertThat(compare(one, other)).isEqualTo(2);
    assertThat(err.toString()).containsPattern("is of no preset|not of the same experiment");
    assertThat(out.toString()).isEmpty();
  }

  private void preset(String name, String preset, Main.RunnerSource source) {
    List<String> options = new ArrayList<>(List.of("preset", preset, "--quick", "--rounds", "2"));
    options.addAll(List.of("--root", ROOT.toString(), "--out", home.resolve(name).toString()));
    run(options, source);
  }
}
