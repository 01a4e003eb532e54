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
