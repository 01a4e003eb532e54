package pipeline.server.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pipeline.server.admission.NotAdmittedException.Reason;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** The lines of one request: all of them or none, and for what they cost one by one. */
class AdmissionOfManyLinesTest {
  private static final int MIB = 1 << 20;
  private static final int CHUNK = 1 << 16;
  private static final List<String> WORDS = List.of("a", "b");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private Admission admission = admission(MIB, MIB);

  @Test
  void linesTogetherCostWhatTheyCostOneByOne() throws Exception {
    int first = CHUNK - 1_000;
    for (int line = 0; line < 3_000; line++) {
      admission.admit(key(first + line), 1, WORDS);
    }
    double oneByOne = used("identities");
    admission = admission(MIB, MIB);
    admission.admit(key(first), 3_000, WORDS);
    assertThat(used("identities")).isEqualTo(oneByOne);
  }

  @Test
  void linesThatWereTakenBeforeAreNotChargedAgain() throws Exception {
    admission.admit(key(1_000), 1_000, WORDS);
    admission.admit(key(500), 1_000, WORDS);
    double used = used("identities");
    admission.admit(key(500), 1_500, List.of("c"));
    admission.admit(key(700), 1, WORDS);
    assertThat(used("identities")).isEqualTo(used);
    admission = admission(MIB, MIB);
    admission.admit(key(500), 1_500, WORDS);
    assertThat(used("identities")).isEqualTo(used);
  }

  @Test
  void aMillionLinesFillTheirChunksAndCostNextToNothing() throws Exception {
    admission = admission(60_000, MIB);
    admission.admit(key(5), 1_000_000, WORDS);
    assertThat(used("identities")).isBetween(15 * 320.0, 25_000.0);
    assertThat(admission.fullBudget()).isEmpty();
  }

  @Test
  void noOrderOfRangesAndGapsTakesMoreMemoryThanIsCharged() throws Exception {
    admission = admission(8 * MIB, MIB);
    long before = heapInUse();
    for (int first = 0; first < 32 * CHUNK; first += CHUNK) {
      admission.admit(key(first), 100, WORDS);
      for (int line = 101; line < CHUNK; line += 2) {
        admission.admit(key(first + line), 1, WORDS);
      }
    }
    assertThat(heapInUse() - before).isLessThan(3 * (long) used("identities"));
  }

  private static long heapInUse() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Test
  void theLastNumbersOfARunAreTaken() {
    assertThatCode(() -> admission.admit(key(Integer.MAX_VALUE - 99), 100, WORDS))
        .doesNotThrowAnyException();
  }

  @Test
  void linesBeyondTheIdentitiesAreRefusedTogetherAndChargeNothing() throws Exception {
    admission = admission(3_000, MIB);
    admission.admit(key(0), 1, WORDS);
    double identities = used("identities");
    double words = used("words");
    assertRefused(key(1), 5_000, List.of("c"), "MAX_IDENTITIES_MIB");
    assertThat(used("identities")).isEqualTo(identities);
    assertThat(used("words")).isEqualTo(words);
    admission.admit(key(1), 100, WORDS);
  }

  @Test
  void linesBeyondTheWordsAreRefusedTogetherAndChargeNothing() throws Exception {
    admission.admit(key(0), 1, WORDS);
    double identities = used("identities");
    double words = used("words");
    List<String> many = IntStream.range(0, 10_000).mapToObj(Integer::toString).toList();
    assertRefused(key(1), 5_000, many, "MAX_WORDS_MIB");
    assertThat(used("identities")).isEqualTo(identities);
    assertThat(used("words")).isEqualTo(words);
    admission.admit(key(1), 5_000, WORDS);
  }

  private Admission admission(long identityBytes, long wordBytes) {
    Admission made =
        new Admission(
            new AdmissionConfig(3, Duration.ofDays(30), identityBytes, wordBytes),
            System::nanoTime,
            System::currentTimeMillis);
    registry.clear();
    made.measure(registry);
    return made;
  }

  private double used(String budget) {
    return registry.get("pipeline.budget.used").tag("budget", budget).gauge().value();
  }

  private void assertRefused(RequestKey first, int lines, Collection<String> names, String text) {
    assertThatThrownBy(() -> admission.admit(first, lines, names))
        .isInstanceOfSatisfying(
            NotAdmittedException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.RUN_OVER_BUDGET))
        .hasMessageContaining(text);
  }

  private static RequestKey key(int seq) {
    return new RequestKey(new RunId(0, 1), seq);
  }
}
