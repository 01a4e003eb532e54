package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.testkit.process.Tool;

/** A disk that really fills up: a small file system in memory, which only root can mount. */
class FullDiskTest {
  @TempDir private Path temp;
  private Path disk;
  private boolean mounted;

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectory(temp.resolve("disk"));
    try {
      Tool.run("mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", disk.toString());
      mounted = true;
    } catch (IOException e) {
      Assumptions.abort("nothing can be mounted here: " + e.getMessage());
    }
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      Tool.run("umount", disk.toString());
    }
  }

  @Test
  void aFullDiskFailsTheCommitAndForgetsNothing() throws Exception {
    StateFolder folder = new StateFolder(disk.resolve("state"));
    Path hog = disk.resolve("hog");
    folder.use(
        (store, counts) -> {
          store.add(Entries.range(0, 100), List.of());
          store.commit();
          fill(hog);
          for (int i = 1; i < 4; i++) {
            store.add(Entries.range(i * 100, i * 100 + 100), List.of());
            assertThatThrownBy(() -> commitUntilFull(store))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("--state " + folder.path);
          }
          StateFolder crashed = folder.copyTo(temp.resolve("crashed"));
          assertThat(crashed.counts().get("all")).isBetween(100L, 400L);

          Files.delete(hog);
          store.commit();
          assertThat(CountedStore.asMap(counts)).containsEntry("all", 400L);
        });
    assertThat(folder.counts()).containsEntry("all", 400L);
    folder.addAndCommit(Entries.range(0, 500));
    assertThat(folder.counts()).containsEntry("all", 500L);
  }

  /** Commits until the disk is full; freed pages of the file itself may allow a commit or two. */
  private static void commitUntilFull(FileStore<?> store) throws IOException {
    for (int i = 0; i < 100; i++) {
      store.commit();
    }
  }

  private static void fill(Path hog) throws IOException {
    try (var out = Files.newOutputStream(hog)) {
      byte[] block = new byte[4096];
      while (true) {
        out.write(block);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left");
    }
  }
}
