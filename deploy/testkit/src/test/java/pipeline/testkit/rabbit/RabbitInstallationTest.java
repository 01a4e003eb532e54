package pipeline.testkit.rabbit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A RabbitMQ is found where its folder has one, with the version of its library. */
class RabbitInstallationTest {
  @TempDir private Path home;

  @ParameterizedTest
  @CsvSource({
    "3.9.27, false, false",
    "3.10.8, false, true",
    "3.13.7, false, true",
    "4.0.5, false, false",
    "4.2.9, false, false",
    "4.3.0-rc.1, true, false",
    "4.10.0, true, false",
    "5.0.0, true, false"
  })
  void itsVersionIsThatOfItsLibrary(String version, boolean fourThree, boolean queueVersions)
      throws IOException {
    Files.createDirectories(home.resolve("lib").resolve("rabbitmq_server-" + version));
    Files.createDirectories(home.resolve("lib").resolve("ocf"));
    RabbitInstallation installation = new RabbitInstallation(home);
    assertThat(installation.isAtLeast(4, 3)).isEqualTo(fourThree);
    assertThat(installation.hasQueueVersions()).isEqualTo(queueVersions);
  }

  @Test
  void aFolderWithoutOneSaysSo() throws IOException {
    Files.createDirectory(home.resolve("lib"));
    RabbitInstallation installation = new RabbitInstallation(home);
    assertThat(installation.exists()).isFalse();
    assertThatThrownBy(() -> installation.isAtLeast(4, 0)).hasMessageContaining(home.toString());
  }

  @Test
  void takesThePortMapperBesideTheServerIfThereIsOne() throws IOException {
    RabbitInstallation installation = new RabbitInstallation(home);
    assertThat(installation.epmd()).isEqualTo("epmd");
    Path epmd = Files.createDirectory(home.resolve("bin")).resolve("epmd");
    assertThat(Files.createFile(epmd).toFile().setExecutable(true)).isTrue();
    assertThat(installation.epmd()).isEqualTo(epmd.toString());
  }
}
