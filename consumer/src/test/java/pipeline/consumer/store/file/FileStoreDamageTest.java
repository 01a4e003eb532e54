package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.testkit.process.Tool;

/**
 * Damaged files and foreign directories: after any damage, all acked lines are there, or the start
 * is refused.
 */
class FileStoreDamageTest {
  @TempDir private Path temp;
  private StateFolder folder;
  private Map<String, Long> acked;

  @BeforeEach
  void stateOfManyCommits() throws Exception {
    folder = new StateFolder(temp.resolve("state"));
    folder.use(
        (store, counts) -> {
          for (int i = 0; i < 40; i++) {
            store.add(Entries.range(i * 50, i * 50 + 50), List.of());
            store.commit();
          }
        });
    acked = folder.counts();
    assertThat(acked).containsEntry("all", 2_000L);
  }

  private StateFolder copy() throws Exception {
    return folder.copyTo(temp.resolve("copy"));
  }

  private static void assertRefused(StateFolder damaged, String reason) {
    assertThatThrownBy(damaged::counts)
        .isInstanceOf(StateException.class)
        .hasMessageContaining(reason)
        .message()
        .startsWith("cannot use --state")
        .doesNotContain("\n");
  }

  /** Tries each file in place of the state; returns how many are refused; others are exact. */
  private static int refused(StateFolder tried, Stream<byte[]> files, List<Map<String, Long>> exact)
      throws Exception {
    int refused = 0;
    for (byte[] damaged : (Iterable<byte[]>) files::iterator) {
      Files.write(tried.state(), damaged);
      try {
        assertThat(tried.counts()).isIn(exact);
      } catch (StateException e) {
        assertThat(e).message().startsWith("cannot use --state").doesNotContain("\n");
        refused++;
      }
    }
    return refused;
  }

  @Test
  void aTruncatedFileIsRefusedWhereverItEnds() throws Exception {
    byte[] state = Files.readAllBytes(folder.state());
    Stream<byte[]> cut =
        IntStream.iterate(0, length -> length < state.length, length -> length + 509)
            .mapToObj(length -> Arrays.copyOf(state, length));
    assertThat(refused(copy(), cut, List.of(acked))).isPositive();
  }

  @Test
  void aFlippedBitIsFoundOrHarmless() throws Exception {
    Random random = new Random(1);
    byte[] state = Files.readAllBytes(folder.state());
    Stream<byte[]> flipped =
        Stream.generate(state::clone)
            .limit(400)
            .peek(bytes -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8)));
    assertThat(refused(copy(), flipped, List.of(acked))).isPositive();
  }

  @Test
  void aTornWriteLeavesTheCheckpointBeforeOrAfter() throws Exception {
    byte[] old = Files.readAllBytes(folder.state());
    StateFolder crashed = copy();
    folder.addAndCommit(Entries.range(2_000, 2_050));
    byte[] next = Files.readAllBytes(folder.state());
    Stream<byte[]> mixed =
        IntStream.iterate(0, torn -> torn < next.length, torn -> torn + 509)
            .mapToObj(
                torn -> {
                  byte[] both = Arrays.copyOf(old, Math.max(torn, old.length));
                  System.arraycopy(next, 0, both, 0, torn);
                  return both;
                });
    assertThat(refused(crashed, mixed, List.of(acked, folder.counts())))
        .isLessThan(next.length / 509);
  }

  @Test
  void anOlderCopyOfTheFileIsRefused() throws Exception {
    StateFolder older = copy();
    folder.addAndCommit(Entries.range(2_000, 2_050));
    Files.copy(folder.watermark(), older.watermark(), StandardCopyOption.REPLACE_EXISTING);
    assertRefused(older, "cut short or is an older copy");
  }

  /** A file without content is missing; a tilde is a line's end. */
  @ParameterizedTest
  @CsvSource({
    "counts.mv, , 1, 'counts.mv is missing, though messages were acked'",
    "counts.mv, '', 1, empty or of another program",
    "counts.mv, #!/bin/sh~echo hello~, 1000, counts.mv",
    "acked, , 1, acked is missing",
    "acked, '', 1, the mark of acked messages is damaged",
    "acked, cut=0000000000000001 crc=00000000~, 1, the mark of acked messages is damaged",
    "acked, x, 1, the mark of acked messages is damaged",
  })
  void aMissingDamagedOrForeignFileIsRefused(String file, String content, int times, String reason)
      throws Exception {
    Path path = folder.path.resolve(file);
    Files.delete(path);
    if (content != null) {
      Files.writeString(path, content.replace('~', '\n').repeat(times));
    }
    assertRefused(folder, reason);
  }

  @Test
  void aFirstStartThatDiedLeavesNothingInTheWay() throws Exception {
    Files.delete(folder.state());
    AckWatermark fresh = new AckWatermark(folder.watermark());
    fresh.create();
    assertThat(fresh.read()).isZero();
    Files.writeString(folder.path.resolve("counts.new"), "half written");
    assertThat(folder.counts()).isEmpty();
  }

  /** The disk is a small file system in memory, which only root can mount. */
  @Test
  void aFullDiskFailsTheCommitAndForgetsNothing() throws Exception {
    Path disk = Files.createDirectory(temp.resolve("disk"));
    try {
      Tool.run("mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", disk.toString());
    } catch (IOException e) {
      Assumptions.abort("nothing can be mounted here: " + e.getMessage());
    }
    try {
      fillAndFree(disk);
    } finally {
      Tool.run("umount", disk.toString());
    }
  }

  private void fillAndFree(Path disk) throws Exception {
    StateFolder small = new StateFolder(disk.resolve("state"));
    Path hog = disk.resolve("hog");
    small.use(
        (store, counts) -> {
          store.add(Entries.range(0, 100), List.of());
          store.commit();
          fill(hog);
          for (int i = 1; i < 4; i++) {
            store.add(Entries.range(i * 100, i * 100 + 100), List.of());
            assertThatThrownBy(() -> commitUntilFull(store))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("--state " + small.path);
          }
          StateFolder crashed = small.copyTo(temp.resolve("crashed"));
          assertThat(crashed.counts().get("all")).isBetween(100L, 400L);

          Files.delete(hog);
          store.commit();
          assertThat(CountedStore.asMap(counts)).containsEntry("all", 400L);
        });
    assertThat(small.counts()).containsEntry("all", 400L);
    small.addAndCommit(Entries.range(0, 500));
    assertThat(small.counts()).containsEntry("all", 500L);
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

  private void assertNotOpened(Path directory, String reason) {
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
    assertNotOpened(Files.createSymbolicLink(temp.resolve("link"), real), "symbolic link");
    assertNotOpened(Files.createFile(temp.resolve("file")), "not a directory");
  }

  @Test
  void aDirectoryOfAnotherUserIsRefused() throws Exception {
    Path foreign = Files.createDirectory(temp.resolve("foreign"));
    try {
      Files.setAttribute(foreign, "unix:uid", 12345);
    } catch (IOException e) {
      Assumptions.abort("only root can give a directory away");
    }
    assertNotOpened(foreign, "belongs to another user");
  }

  @Test
  void aDirectoryThatOthersCanReadIsRefusedUnlessEmpty() throws Exception {
    Path open = Files.createDirectory(temp.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    StateDirectory.open(open).close();

    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertNotOpened(open, "chmod 700");
  }
}
