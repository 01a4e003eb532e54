package pipeline.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.lab.process.Program;

/** All contenders of a benchmark run at the same time, so none may be in another's way. */
class ContendersTest {
  @TempDir private Path out;

  @Test
  void sidesShareNeitherPortNorQueue() throws IOException {
    List<Contender> alternatives = new Alternatives(options()).contenders();

    for (List<Contender> contenders :
        List.of(contenders().pipelines(), contenders().bulk(), alternatives)) {
      assertThat(contenders).extracting(Contender::port).doesNotHaveDuplicates();
      assertThat(contenders).extracting(Contender::queue).doesNotHaveDuplicates();
      assertThat(contenders).extracting(Contender::name).doesNotHaveDuplicates();
    }
  }

  /** By the end of their names deploy/bench tells the broker which queues are of version 1. */
  @Test
  void queuesOfVersionOneAndNoOthersEndInV1() throws IOException {
    List<Contender> contenders = contenders().pipelines();

    assertThat(contenders)
        .filteredOn(contender -> contender.name().endsWith(", queue version 1"))
        .hasSize(4);
    for (Contender contender : contenders) {
      assertThat(contender.queue().orElse("").endsWith("-v1"))
          .isEqualTo(contender.name().endsWith(", queue version 1"));
    }
  }

  @Test
  void aServerListensOnItsSidesPort() throws IOException {
    for (Contender contender : contenders().pipelines()) {
      assertThat(contender.server().toString()).contains(Integer.toString(contender.port()));
    }
  }

  @Test
  void serverAndConsumerOfASideUseItsQueue() throws IOException {
    List<Contender> withQueue =
        Stream.of(
                contenders().servers(),
                contenders().pipelines(),
                contenders().bulk(),
                new Alternatives(options()).contenders())
            .flatMap(List::stream)
            .filter(contender -> contender.queue().isPresent())
            .toList();

    assertThat(withQueue).isNotEmpty();
    for (Contender contender : withQueue) {
      List<Program> programs = new ArrayList<>(List.of(contender.server()));
      contender.consumer().ifPresent(programs::add);
      assertThat(programs).allMatch(program -> uses(program, contender.queue().orElseThrow()));
    }
  }

  private static boolean uses(Program program, String queue) {
    return program.command().contains(queue) || program.environment().containsValue(queue);
  }

  private Contenders contenders() {
    return new Contenders(options(), new Programs(options()));
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
