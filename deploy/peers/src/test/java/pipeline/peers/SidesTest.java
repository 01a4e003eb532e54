package pipeline.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All sides of a benchmark run at the same time, so none may be in another's way. */
class SidesTest {
  @TempDir private Path out;

  @Test
  void alternativesShareNeitherPortNorQueue() throws IOException {
    List<Side> sides = new Alternatives(options()).sides();

    assertThat(sides).extracting(Side::port).doesNotHaveDuplicates();
    assertThat(sides).extracting(Side::queue).doesNotHaveDuplicates();
    assertThat(sides).extracting(Side::name).doesNotHaveDuplicates();
  }

  @Test
  void serverAndConsumerOfASideUseTheSamePortAndQueue() throws IOException {
    Sides sides = new Sides(options(), new Programs(options()));

    for (Side side : sides.pipelines()) {
      assertThat(side.server().toString()).contains(Integer.toString(side.port()));
      assertThat(side.consumer().isPresent()).isEqualTo(side.queue().isPresent());
      side.consumer()
          .ifPresent(it -> assertThat(it.toString()).contains(side.queue().orElseThrow()));
    }
  }

  private BenchOptions options() {
    return new BenchOptions(
        Path.of("/project"), Path.of("text"), "amqp://broker", 1, 1, 1, 1, 1, 1, false, out);
  }
}
