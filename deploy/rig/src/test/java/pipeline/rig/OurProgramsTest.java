package pipeline.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that what a spec says reaches the programs, by their environment and command lines. */
class OurProgramsTest {
  private static final String AMQP = "amqp://me:s3cret@broker";

  @TempDir private Path home;
  private final OurPrograms programs = new OurPrograms(Jars.builtIn(Path.of("/project")));

  private Rig rig(Spec spec) {
    Services services = new Services(home, AMQP, List.of(), "redis://there", Optional.empty());
    return new Rig(spec, programs, services, home, home, ready -> {});
  }

  @Test
  void aServerListensOnTheLoopbackAndPublishesToTheQueue() throws IOException {
    Spec spec =
        SpecTest.spec()
            .flags(Component.SERVER, List.of("-Xmx64m"))
            .with(Component.SERVER, "CONFIRM", "none");
    Program server = programs.server(rig(spec), 8080);

    assertThat(server.command())
        .containsSubsequence("-Xmx64m", "-jar", "/project/server/target/server.jar");
    assertThat(server.environment())
        .containsEntry("SERVER_HOST", "127.0.0.1")
        .containsEntry("SERVER_PORT", "8080")
        .containsEntry("RABBITMQ_URL", AMQP)
        .containsEntry("QUEUE", "test")
        .containsEntry("CONFIRM", "none");
  }

  @Test
  void aConsumerKeepsItsCountsWhereTheSpecSays() {
    Path state = Path.of("/state");
    assertThat(programs.consumer(rig(SpecTest.spec()), "wordcount", state).command())
        .containsSubsequence("2", "--workload", "wordcount", "--dump", "--report", "--state");
    Spec memory = SpecTest.spec().store(Spec.Store.DEFAULT);
    assertThat(programs.consumer(rig(memory), "wordcount", state).command())
        .doesNotContain("--state", "--store");
    Spec redis = SpecTest.spec().store(Spec.Store.REDIS).cpus(Component.CONSUMER, "0-1");
    Program consumer = programs.consumer(rig(redis), "wordcount", state);
    assertThat(consumer.command()).containsSequence("--store", "redis");
    assertThat(consumer.environment()).containsEntry("REDIS_URL", "redis://there");
    assertThat(redis.tuning(Component.CONSUMER).placed(consumer).command())
        .startsWith("taskset", "-c", "0-1");
  }

  @Test
  void theBrokersUrlIsInNoCommandLine() throws IOException {
    Rig rig = rig(SpecTest.spec());
    for (Program program :
        List.of(
            programs.server(rig, 1),
            programs.consumer(rig, "wordcount", home),
            programs.client(rig, List.of("text", "4")))) {
      assertThat(program.command()).noneMatch(argument -> argument.contains("amqp://"));
    }
  }
}
