package pipeline.lab.experiment.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.design.Schedule;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch.Status;

class LaunchFileTest {
  private static final List<Factor> FACTORS =
      List.of(new Factor("threads", List.of("1", "2")), new Factor("queue", List.of("classic")));
  private static final List<Slot> SLOTS = slots(1);

  @TempDir private Path directory;

  @Test
  void readsWhatItWrote() throws IOException {
    Map<Metric, Double> values = Map.of(Metric.LINES_PER_SECOND, 1234.5, Metric.P99, 0.1);
    Launch whole = new Launch(SLOTS.get(0), Status.OK, "", values, List.of(0, 12, 0));
    Launch broken = Launch.failed(SLOTS.get(1), Status.FAILED, "it said \"no\", twice\nand left");
    assertThat(file(SLOTS).read()).isEmpty();
    file(SLOTS).append(whole);
    file(SLOTS).append(broken);

    List<Launch> read = file(SLOTS).read();

    assertThat(read.get(0)).isEqualTo(whole);
    assertThat(read.get(1).note()).isEqualTo("it said \"no\", twice and left");
    assertThat(read.get(1).slot()).isEqualTo(SLOTS.get(1));
  }

  @Test
  void aLineThatWasNotFinishedIsTakenOff() throws IOException {
    Launch launch = Launch.failed(SLOTS.get(0), Status.FAILED, "x");
    file(SLOTS).append(launch);
    Files.writeString(path(), "0,0,1,CON", StandardOpenOption.APPEND);

    assertThat(file(SLOTS).read()).containsExactly(launch);
    assertThat(Files.readString(path())).endsWith("\n");
  }

  @Test
  void refusesAFileOfAnotherOrder() throws IOException {
    Launch launch = Launch.failed(SLOTS.get(0), Status.FAILED, "x");
    file(SLOTS).append(launch);
    List<Slot> other = slots(2);
    assertThat(other.get(0)).isNotEqualTo(SLOTS.get(0));

    assertThatThrownBy(() -> file(other).read()).hasMessageContaining("of another experiment");
  }

  private LaunchFile file(List<Slot> slots) {
    return new LaunchFile(path(), FACTORS, slots);
  }

  private Path path() {
    return directory.resolve("experiment.csv");
  }

  private static List<Slot> slots(long seed) {
    Design design = Design.allCombinations(FACTORS, cell -> Optional.empty());
    return new Schedule(design, seed).blocks(2);
  }
}
