package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A state directory belongs to one user and one consumer. */
class StateDirectoryTest {
  @TempDir private Path temp;

  private void assertRefused(Path directory, String reason) {
    assertThatThrownBy(() -> StateDirectory.open(directory).close())
        .isInstanceOf(StateException.class)
        .hasMessageContaining(directory.toString())
        .hasMessageContaining(reason);
  }

  @Test
  void isCreatedForItsOwnerOnly() throws Exception {
    Path directory = temp.resolve("a/b");
    StateDirectory.open(directory).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
  }

  @Test
  void aSymbolicLinkOrAFileIsRefused() throws Exception {
    Path real = Files.createDirectory(temp.resolve("real"));
    assertRefused(Files.createSymbolicLink(temp.resolve("link"), real), "symbolic link");
    assertRefused(Files.createFile(temp.resolve("file")), "not a directory");
  }

  @Test
  void aDirectoryOfAnotherUserIsRefused() throws Exception {
    Path foreign = Files.createDirectory(temp.resolve("foreign"));
    try {
      Files.setAttribute(foreign, "unix:uid", 12345);
    } catch (IOException e) {
      Assumptions.abort("only root can give a directory away");
    }
    assertRefused(foreign, "belongs to another user");
  }

  @Test
  void aDirectoryThatOthersCanReadIsRefusedUnlessEmpty() throws Exception {
    Path open = Files.createDirectory(temp.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    StateDirectory.open(open).close();

    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertRefused(open, "chmod 700");
  }
}
