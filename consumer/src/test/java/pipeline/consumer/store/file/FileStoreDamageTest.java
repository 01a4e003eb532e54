package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.consumer.store.Entries;

/** Damaged files: after any damage, all acked lines are there, or the start is refused. */
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
            store.add(Entries.range(i * 50, i * 50 + 50));
            store.commit();
          }
        });
    acked = folder.counts();
    assertThat(acked).containsEntry("all", 2_000L);
  }

  private StateFolder copy() throws Exception {
    return folder.copyTo(temp.resolve("copy"));
  }

  private void assertRefused(StateFolder damaged, String reason) {
    assertThatThrownBy(damaged::counts)
        .isInstanceOf(StateException.class)
        .hasMessageContaining(reason)
        .message()
        .doesNotContain("\n");
  }

  /** Whether the start was refused; otherwise asserts that the counts are exact. */
  private boolean refusedOrExact(StateFolder damaged) throws Exception {
    try {
      assertThat(damaged.counts()).isEqualTo(acked);
      return false;
    } catch (StateException e) {
      assertThat(e).message().startsWith("cannot use --state").doesNotContain("\n");
      return true;
    }
  }

  @Test
  void aTruncatedFileIsRefusedWhereverItEnds() throws Exception {
    long size = Files.size(folder.state());
    int refused = 0;
    for (long length = 0; length < size; length += 509) {
      StateFolder truncated = copy();
      try (FileChannel file = FileChannel.open(truncated.state(), StandardOpenOption.WRITE)) {
        file.truncate(length);
      }
      refused += refusedOrExact(truncated) ? 1 : 0;
    }
    assertThat(refused).isPositive();
  }

  @Test
  void aFlippedBitIsFoundOrHarmless() throws Exception {
    Random random = new Random(1);
    long size = Files.size(folder.state());
    int refused = 0;
    for (int i = 0; i < 400; i++) {
      StateFolder flipped = copy();
      long at = (long) (random.nextDouble() * size);
      try (FileChannel file =
          FileChannel.open(flipped.state(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        ByteBuffer one = ByteBuffer.allocate(1);
        file.read(one, at);
        one.put(0, (byte) (one.get(0) ^ (1 << random.nextInt(8))));
        file.write(one.flip(), at);
      }
      refused += refusedOrExact(flipped) ? 1 : 0;
    }
    assertThat(refused).isPositive();
  }

  @Test
  void aTornWriteLeavesTheCheckpointBeforeOrAfter() throws Exception {
    StateFolder before = folder.copyTo(temp.resolve("before"));
    byte[] old = Files.readAllBytes(before.state());
    folder.addAndCommit(Entries.range(2_000, 2_050));
    byte[] next = Files.readAllBytes(folder.state());
    Map<String, Long> after = folder.counts();
    for (int torn = 0; torn < next.length; torn += 509) {
      byte[] mixed = new byte[Math.max(torn, old.length)];
      System.arraycopy(old, 0, mixed, 0, old.length);
      System.arraycopy(next, 0, mixed, 0, torn);
      StateFolder crashed = before.copyTo(temp.resolve("crashed"));
      Files.write(crashed.state(), mixed);
      try {
        assertThat(crashed.counts()).isIn(acked, after);
      } catch (StateException e) {
        assertThat(e).message().startsWith("cannot use --state");
      }
    }
  }

  @Test
  void anOlderCopyOfTheFileIsRefused() throws Exception {
    StateFolder older = copy();
    folder.addAndCommit(Entries.range(2_000, 2_050));
    Files.copy(folder.watermark(), older.watermark(), StandardCopyOption.REPLACE_EXISTING);
    assertRefused(older, "cut short or is an older copy");
  }

  @Test
  void aZeroLengthFileIsRefused() throws Exception {
    Files.write(folder.state(), new byte[0]);
    assertRefused(folder, "empty or of another program");
  }

  @Test
  void aMissingFileIsRefused() throws Exception {
    Files.delete(folder.state());
    assertRefused(folder, "counts.mv is missing, though messages were acked");
  }

  @Test
  void aMissingOrDamagedWatermarkIsRefused() throws Exception {
    StateFolder without = copy();
    Files.delete(without.watermark());
    assertRefused(without, "acked is missing");

    for (String damaged : new String[] {"", "cut=0000000000000001 crc=00000000\n", "x"}) {
      Files.writeString(folder.watermark(), damaged, StandardCharsets.US_ASCII);
      assertRefused(folder, "the mark of acked messages is damaged");
    }
  }

  @Test
  void aForeignFileIsRefused() throws Exception {
    Files.writeString(folder.state(), "#!/bin/sh\necho hello\n".repeat(1_000));
    assertThatThrownBy(folder::counts)
        .isInstanceOf(StateException.class)
        .message()
        .doesNotContain("\n");
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
}
