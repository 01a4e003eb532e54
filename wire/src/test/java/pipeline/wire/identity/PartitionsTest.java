package pipeline.wire.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every release divides lines over the partitions alike. */
class PartitionsTest {

  /** The partitions of a line where there are 1, 2, 3, 4, 7 and 64 of them. */
  @ParameterizedTest
  @CsvSource({
    "00000000000000000000000000000000, 0,          0 0 0 0 0 0",
    "00000000000000000000000000000000, 65535,      0 0 0 0 0 0",
    "00000000000000000000000000000000, 65536,      0 1 1 1 1 1",
    "00000000000000000000000000000000, 2147483647, 0 1 1 3 0 63",
    "00000000000000000000000000000001, 0,          0 0 2 2 6 62",
    "00000000000000000000000000000001, 1048576,    0 0 0 2 1 14",
    "018f3c2e9d4a7b1c8d2e3f4a5b6c7d8e, 0,          0 0 1 2 5 38",
    "018f3c2e9d4a7b1c8d2e3f4a5b6c7d8e, 65536,      0 1 2 3 6 39",
    "018f3c2e9d4a7b1c8d2e3f4a5b6c7d8e, 1048576,    0 0 2 2 0 54",
    "018f3c2e9d4a7b1c8d2e3f4a5b6c7d8f, 0,          0 0 2 0 2 4",
    "018f3c2e9d4a7b1c8d2e3f4a5b6c7d8f, 2147483647, 0 1 0 3 2 3",
    "ffffffffffffffffffffffffffffffff, 65535,      0 1 0 1 5 29",
    "ffffffffffffffffffffffffffffffff, 2147483647, 0 0 1 0 5 28",
  })
  void aLineHasThePartitionThatItHasInEveryRelease(String run, long seq, String partitions) {
    String ours =
        IntStream.of(1, 2, 3, 4, 7, 64)
            .mapToObj(number -> "" + new Partitions(number).of(RunId.parse(run), seq))
            .reduce((one, next) -> one + " " + next)
            .orElseThrow();

    assertThat(ours).isEqualTo(partitions);
  }

  @Test
  void theBlocksOfARunLoadAllPartitionsAlikeAndRunsBeginAnywhere() throws Exception {
    Partitions eight = new Partitions(8);
    SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
    random.setSeed(1); // which the system's own generator would only mix into what it has
    int[] firsts = new int[8];
    for (int i = 0; i < 800; i++) {
      RunId run = RunId.startingAt(1_790_000_000_000L + i, random);
      firsts[eight.of(new RunEnd(run, 3))]++;
      assertThat(IntStream.range(0, 8).map(block -> eight.of(run, (long) block << 16)).distinct())
          .hasSize(8);
    }
    assertThat(IntStream.of(firsts)).allMatch(number -> number > 50);
  }

  @ParameterizedTest
  @CsvSource({
    "4, 0,          10,     10",
    "4, 65530,      10,      6",
    "4, 65536,      100000,  65536",
    "4, 2147483647, 1,       1",
    "1, 65530,      100000,  100000",
  })
  void linesAreTogetherUpToTheEndOfTheirBlock(int number, int seq, int count, int together) {
    assertThat(new Partitions(number).together(seq, count)).isEqualTo(together);
  }
}
