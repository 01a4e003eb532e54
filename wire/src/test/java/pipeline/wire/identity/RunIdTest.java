package pipeline.wire.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run is 128 bits, whose digits may tell when it began; a key has one form. */
class RunIdTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final long NOW = Instant.parse("2026-11-24T00:00:00Z").toEpochMilli();

  @Test
  void aNewRunIsAUuidOfVersion7() {
    RunId run = RunId.random(RANDOM);

    UUID uuid = new UUID(run.high(), run.low());
    assertThat(uuid.version()).isEqualTo(7);
    assertThat(uuid.variant()).isEqualTo(2);
    assertThat(RunId.random(RANDOM)).isNotEqualTo(run);
  }

  @Test
  void aRunKnowsWhenItBegan() {
    assertThat(RunId.startingAt(NOW, RANDOM).startMillis()).isEqualTo(NOW);
    assertThat(RunId.parse("019abcdef0127abc8def0123456789ab").startMillis())
        .isEqualTo(0x019abcdef012L);
    assertThat(RunId.parse("ffffffffffff7abcbfff0123456789ab").startMillis())
        .isEqualTo((1L << 48) - 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "019abcdef0124abc8def0123456789ab",
        "019abcdef0127abc4def0123456789ab",
        "019abcdef0127abccdef0123456789ab",
        "00000000000000000000000000000001"
      })
  void any32DigitsOfAnotherKindAreARunWithoutAStart(String digits) {
    RunId run = RunId.parse(digits);

    assertThat(run.isVersion7()).isFalse();
    assertThatIllegalStateException().isThrownBy(run::startMillis).withMessageContaining(digits);
  }

  @Test
  void runsAreOrderedAsTheirDigits() {
    List<String> digits =
        List.of(
            "0".repeat(32), "0".repeat(16) + "f".repeat(16), "7" + "0".repeat(31), "f".repeat(32));

    List<String> reversed = new ArrayList<>(digits);
    Collections.reverse(reversed);
    assertThat(reversed.stream().map(RunId::parse).sorted().map(RunId::toString))
        .containsExactlyElementsOf(digits);
  }

  /**
   * All ids have one hash code: without an order each would be compared with all before it, for
   * seconds. The time is the processor's, to which it does not matter what else the machine does.
   */
  @Test
  void runsWithOneHashCodeCostAMapWhatOthersDo() {
    Map<RunId, Integer> runs = new ConcurrentHashMap<>();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long begin = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < 40_000; i++) {
      runs.put(new RunId(i, -31L * i & 0xFFFF_FFFFL), i);
    }

    assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - begin))
        .isLessThan(Duration.ofSeconds(2));
    assertThat(runs).hasSize(40_000);
    assertThat(runs.keySet().stream().map(RunId::hashCode).distinct()).hasSize(1);
  }

  @Test
  void aKeyIsReadAsItIsWritten() {
    RequestKey key = new RequestKey(RunId.random(RANDOM), 2_147_483_647);
    assertThat(key.toString()).endsWith("-2147483647");
    assertThat(RequestKey.parse(key.toString())).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ", 7, RUN, RUN-, -1, ../x, a\r\nb, \u00e9",
        "zz23456789abcdef00000000000000ff-1, +123456789abcdef00000000000000ff-1",
        "RUN--1, RUN-1e3, RUN-7.5, RUN- 7, RUN-+7, RUN-07, RUN-\u0663",
        "RUN-2147483648, RUN-9223372036854775808"
      })
  void aKeyThatIsNotARunOfHexDigitsAndAPlainNumberInRangeIsRefused(String keys) {
    for (String key : keys.replace("RUN", "0123456789abcdef00000000000000ff").split(", ", -1)) {
      assertThatIllegalArgumentException().as(key).isThrownBy(() -> RequestKey.parse(key));
    }
  }
}
