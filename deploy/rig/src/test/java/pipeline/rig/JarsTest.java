package pipeline.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarsTest {
  @TempDir private Path root;

  @Test
  void aJarIsNamedAsItsFolderIs() {
    assertThat(Jars.builtIn(root).of("deploy/hooks"))
        .isEqualTo(root.resolve("deploy/hooks/target/hooks.jar"));
    assertThat(Jars.builtIn(root).of("deploy/peers-spring"))
        .isEqualTo(root.resolve("deploy/peers-spring/target/spring.jar"));
    assertThat(Jars.builtIn(root).of("server.war"))
        .isEqualTo(root.resolve("server/target/server.war"));
  }

  @Test
  void copiesOutliveTheBuildAndGoWhenClosed() throws IOException {
    Path built = write("client", true);
    Jars copies = Jars.copiedFrom(root, List.of("client"));
    Files.delete(built);

    assertThat(copies.of("client")).isRegularFile();
    copies.close();
    assertThat(copies.of("client").getParent()).doesNotExist();
  }

  @Test
  void saysWhichJarIsMissing() {
    assertThatThrownBy(() -> Jars.copiedFrom(root, List.of("server")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("server.jar is missing");
  }

  @Test
  void refusesAJarThatIsJustBeingWritten() throws IOException {
    write("client", false);

    assertThatThrownBy(() -> Jars.copiedFrom(root, List.of("client")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("client.jar is not whole");
  }

  private Path write(String module, boolean whole) throws IOException {
    Path jar = Jars.builtIn(root).of(module);
    Files.createDirectories(jar.getParent());
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    try (OutputStream out = Files.newOutputStream(jar)) {
      if (whole) {
        new JarOutputStream(out, manifest).finish();
      } else {
        out.write("PK".getBytes(StandardCharsets.US_ASCII));
      }
    }
    return jar;
  }
}
