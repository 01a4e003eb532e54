package pipeline.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs run from copies that a build in the meantime does not touch. */
class JarsTest {
  @TempDir private Path root;

  @Test
  void copiesOutliveTheBuildAndGoWhenClosed() throws IOException {
    Path built = Jars.builtIn(root).of("client");
    Files.createDirectories(built.getParent());
    Files.writeString(built, "");
    Jars copies = Jars.copiedFrom(root, List.of("client"));
    Files.delete(built);

    assertThat(copies.of("client")).isRegularFile();
    copies.close();
    assertThat(copies.of("client").getParent()).doesNotExist();
  }
}
