package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  /** Whether the start was refused; otherwise asserts that the counts are exact. */
  private boolean refusedOrExact(byte[] damaged) throws Exception {
    StateFolder copy = copy();
    Files.write(copy.state(), damaged);
    try {
      assertThat(copy.counts()).isEqualTo(acked);
      return false;
    } catch (StateException e) {
      assertThat(e).message().startsWith("cannot use --state").doesNotContain("\n");
      return true;
    }
  }

  @Test
  void aTruncatedFileIsRefusedWhereverItEnds() throws Exception {
    byte[] state = Files.readAllBytes(folder.state());
    int refused = 0;
    for (int length = 0; length < state.length; length += 509) {
      refused += refusedOrExact(Arrays.copyOf(state, length)) ? 1 : 0;
    }
    assertThat(refused).isPositive();
  }

  @Test
  void aFlippedBitIsFoundOrHarmless() throws Exception {
    Random random = new Random(1);
    byte[] state = Files.readAllBytes(folder.state());
    int refused = 0;
    for (int i = 0; i < 400; i++) {
      byte[] flipped = state.clone();
      flipped[random.nextInt(state.length)] ^= (byte) (1 << random.nextInt(8));
      refused += refusedOrExact(flipped) ? 1 : 0;
    }
    assertThat(refused).isPositive();
  }

  @Test
  void aTornWriteLeavesTheCheckpointBeforeOrAfter() throws Exception {
    byte[] old = Files.readAllBytes(folder.state());
    StateFolder crashed = copy();
    folder.addAndCommit(Entries.range(2_000, 2_050));
    byte[] next = Files.readAllBytes(folder.state());
    Map<String, Long> after = folder.counts();
    for (int torn = 0; torn < next.length; torn += 509) {
      byte[] mixed = Arrays.copyOf(old, Math.max(torn, old.length));
      System.arraycopy(next, 0, mixed, 0, torn);
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

  @ParameterizedTest
  @CsvSource({"0, empty or of another program", "1000, counts.mv"})
  void aZeroLengthOrForeignFileIsRefused(int lines, String reason) throws Exception {
    Files.writeString(folder.state(), "#!/bin/sh\necho hello\n".repeat(lines));
    assertRefused(folder, reason);
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
  void aFirstStartThatDiedLeavesNothingInTheWay() throws Exception {
    Files.delete(folder.state());
    AckWatermark fresh = new AckWatermark(folder.watermark());
    fresh.create();
    assertThat(fresh.read()).isZero();
    Files.writeString(folder.path.resolve("counts.new"), "half written");
    assertThat(folder.counts()).isEmpty();
  }
}
