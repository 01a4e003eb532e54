package pipeline.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All sides of a benchmark run at the same time, so none may be in another's way. */
class SidesTest {
  @TempDir private Path out;

  @Test
  void sidesShareNeitherPortNorQueue() throws IOException {
    List<Side> alternatives = new Alternatives(options()).sides();

    for (List<Side> sides : List.of(sides().pipelines(), alternatives)) {
      assertThat(sides).extracting(Side::port).doesNotHaveDuplicates();
      assertThat(sides).extracting(Side::queue).doesNotHaveDuplicates();
      assertThat(sides).extracting(Side::name).doesNotHaveDuplicates();
    }
  }

  /** By the end of their names deploy/bench tells the broker which queues are of version 1. */
  @Test
  void queuesOfVersionOneAndNoOthersEndInV1() throws IOException {
    List<Side> sides = sides().pipelines();

    assertThat(sides).filteredOn(side -> side.name().endsWith(", queue version 1")).hasSize(4);
    for (Side side : sides) {
      assertThat(side.queue().orElse("").endsWith("-v1"))
          .isEqualTo(side.name().endsWith(", queue version 1"));
    }
  }

  @Test
  void aServerListensOnItsSidesPort() throws IOException {
    for (Side side : sides().pipelines()) {
      assertThat(side.server().toString()).contains(Integer.toString(side.port()));
    }
  }

  @Test
  void serverAndConsumerOfASideUseItsQueue() throws IOException {
    List<Side> withQueue =
        Stream.of(sides().servers(), sides().pipelines(), new Alternatives(options()).sides())
            .flatMap(List::stream)
            .filter(side -> side.queue().isPresent())
            .toList();

    assertThat(withQueue).isNotEmpty();
    for (Side side : withQueue) {
      List<Program> programs = new ArrayList<>(List.of(side.server()));
      side.consumer().ifPresent(programs::add);
      assertThat(programs).allMatch(program -> uses(program, side.queue().orElseThrow()));
    }
  }

  private static boolean uses(Program program, String queue) {
    return program.command().contains(queue) || program.environment().containsValue(queue);
  }

  private Sides sides() {
    return new Sides(options(), new Programs(options()));
  }

  private BenchOptions options() {
    return new BenchOptions(
        Path.of("/project"),
        Path.of("text"),
        "amqp://broker",
        1,
        1,
        1,
        1,
        1,
        1,
        1,
        false,
        true,
        out);
  }
}
