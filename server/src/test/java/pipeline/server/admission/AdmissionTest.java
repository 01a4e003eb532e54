package pipeline.server.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pipeline.server.Logged;
import pipeline.server.admission.NotAdmittedException.Reason;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** Who is let in, and how far. */
class AdmissionTest {
  private static final Duration TTL = Duration.ofDays(30);
  private static final int MIB = 1 << 20;
  private static final List<String> WORDS = List.of("a", "b");

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicLong millis =
      new AtomicLong(Instant.parse("2026-03-01T00:00:00Z").toEpochMilli());
  private Admission admission = admission(3, MIB, MIB);

  @Test
  void aFullNumberOfRunsKeepsFurtherOnesOutAndNoneThatIsIn() {
    for (int run = 0; run < 3; run++) {
      assertIn(run, 0);
    }
    assertThat(admission.fullBudget()).contains("MAX_RUNS");
    assertRefused(3, 0, WORDS, Reason.NO_NEW_RUNS, "MAX_RUNS");
    for (int run = 0; run < 3; run++) {
      assertIn(run, 1);
    }
  }

  @Test
  void aFullBudgetIsLoggedOncePerChange() {
    try (Logged log = new Logged()) {
      admission = admission(1, MIB, MIB);
      assertIn(0, 0);
      for (int stranger = 1; stranger < 5; stranger++) {
        assertRefused(stranger, 0, WORDS, Reason.NO_NEW_RUNS, "MAX_RUNS");
      }
      assertThat(log.lines())
          .containsExactly("WARN Admission: no new runs are admitted: MAX_RUNS is full");
    }
  }

  @Test
  void aRunOfTheServersOwnIsInThoughThereIsNoRoom() {
    admission = admission(1, MIB, MIB);
    assertIn(0, 0);
    assertRefused(1, 0, WORDS, Reason.NO_NEW_RUNS, "MAX_RUNS");
    admission.reserve(run(1));
    assertIn(1, 0);
  }

  @Test
  void aRunThatIsForgottenMakesRoom() {
    for (int run = 0; run < 3; run++) {
      assertIn(run, 0);
    }
    pass(TTL.minusHours(1));
    assertIn(0, 1);
    pass(Duration.ofHours(2));
    assertIn(3, 0);
    assertIn(4, 0);
    assertRefused(5, 0, WORDS, Reason.NO_NEW_RUNS, "MAX_RUNS");
  }

  @Test
  void aJumpOfTheTimeOfDayForgetsNoRun() {
    for (int run = 0; run < 3; run++) {
      assertIn(run, 0);
    }
    millis.addAndGet(TTL.multipliedBy(2).toMillis());
    nanos.addAndGet(Duration.ofHours(1).toNanos());
    assertRefused(3, 0, WORDS, Reason.NO_NEW_RUNS, "MAX_RUNS");
    assertIn(0, 1);
  }

  @Test
  void anUnknownRunThatBeganTooLongAgoIsRefusedAndAKnownOneIsNot() {
    RunId old = startedBefore(TTL.plusMillis(1));
    assertRefused(old, 0, WORDS, Reason.RUN_TOO_OLD, "began too long ago");
    RunId known = startedBefore(TTL.minusHours(1));
    assertThatCode(() -> admission.admit(new RequestKey(known, 0), 1, WORDS))
        .doesNotThrowAnyException();
    pass(Duration.ofHours(2));
    assertThatCode(() -> admission.admit(new RequestKey(known, 1), 1, WORDS))
        .doesNotThrowAnyException();
    assertThat(known.startMillis()).isLessThan(millis.get() - TTL.toMillis());
  }

  @Test
  void aForgottenRunDoesNotComeBackThoughTheTimeOfDayWasSetBack() {
    RunId run = startedBefore(Duration.ZERO);
    assertThatCode(() -> admission.admit(new RequestKey(run, 0), 1, WORDS))
        .doesNotThrowAnyException();
    nanos.addAndGet(TTL.plusMinutes(2).toNanos());
    assertIn(1, 0);
    assertRefused(run, 1, WORDS, Reason.RUN_TOO_OLD, "began too long ago");
    RunId later =
        RunId.startingAt(millis.get() + Duration.ofMinutes(1).toMillis(), new SecureRandom());
    assertThatCode(() -> admission.admit(new RequestKey(later, 0), 1, WORDS))
        .doesNotThrowAnyException();
  }

  @Test
  void aVocabularyBombIsRefusedAndCostsNobodyElseALine() {
    assertIn(0, 0);
    int lines = 0;
    while (tryAdmit(1, lines, distinct(lines * 100, 100))) {
      lines++;
    }
    assertThat(lines).isBetween(30, 100);
    assertRefused(1, lines, distinct(lines * 100, 100), Reason.RUN_OVER_BUDGET, "MAX_WORDS_MIB");
    assertThat(admission.fullBudget()).isEmpty();
    assertIn(1, lines + 1);
    assertIn(0, 1);
    assertTaken(0, 2, distinct(1_000_000, 100));
    assertTaken(2, 0, distinct(2_000_000, 100));
  }

  @Test
  void wordsThatAreKnownCostNothing() {
    admission = admission(3, MIB, 100_000);
    Collection<String> words = distinct(0, 200);
    assertTaken(0, 0, words);
    for (int seq = 1; seq < 1_000; seq++) {
      assertTaken(1, seq, words);
    }
  }

  @Test
  void wordsOfAForgottenRunStayCharged() {
    assertTaken(0, 0, distinct(0, 1_000));
    assertTaken(1, 0, distinct(1_000, 1_000));
    pass(TTL.plusMinutes(2));
    assertTaken(2, 0, distinct(0, 2_000));
    assertTaken(2, 1, distinct(2_000, 500));
    assertRefused(2, 2, distinct(3_000, 3_000), Reason.RUN_OVER_BUDGET, "MAX_WORDS_MIB");
  }

  @Test
  void sparseIdentitiesAreChargedByWhatTheyCost() {
    int sparse = 0;
    while (tryAdmit(0, sparse << 16, WORDS)) {
      sparse++;
    }
    assertThat(sparse).isBetween(1_000, 2_000);
    assertRefused(0, sparse << 16, WORDS, Reason.RUN_OVER_BUDGET, "MAX_IDENTITIES_MIB");
    assertIn(1, 0);
  }

  @Test
  void denseIdentitiesCostEightKibibytesUntilTheirChunkIsFullAndThenNextToNothing() {
    admission = admission(1, 20_000, MIB);
    for (int seq = 0; seq < 1_000_000; seq++) {
      assertThat(tryAdmit(0, seq, WORDS)).as("%s", seq).isTrue();
    }
    admission = admission(1, 8_000, MIB);
    int dense = 0;
    while (tryAdmit(0, dense, WORDS)) {
      dense++;
    }
    assertThat(dense).isBetween(1_000, 3_000);
  }

  @Test
  void aRetryOfWhatWasTakenPassesThoughTheRunIsOverItsBudget() {
    int lines = 0;
    while (tryAdmit(0, lines, distinct(lines * 100, 100))) {
      lines++;
    }
    for (int seq = 0; seq < lines; seq++) {
      assertThat(tryAdmit(0, seq, distinct(seq * 100, 100))).isTrue();
    }
    assertThat(tryAdmit(0, lines, distinct(lines * 100, 100))).isFalse();
  }

  @Test
  void aBudgetThatIsNearlyUsedUpKeepsFurtherRunsOut() {
    admission = admission(3, MIB, 1_200);
    assertTaken(0, 0, wordOf(720));
    assertThat(admission.fullBudget()).isEmpty();
    assertTaken(1, 0, wordOf(216));
    assertThat(admission.fullBudget()).contains("MAX_WORDS_MIB");
    assertRefused(2, 0, List.of(), Reason.NO_NEW_RUNS, "MAX_WORDS_MIB");
    assertTaken(0, 1, wordOf(720));
    assertTaken(1, 1, List.of());
  }

  @Test
  void aHundredThousandNewRunsKeepNobodyOutWhoIsIn() {
    admission = admission(10_000, 32 * MIB, 64 * MIB);
    int taken = 0;
    for (int run = 0; run < 100_000; run++) {
      taken += tryAdmit(run, 0, WORDS) ? 1 : 0;
      assertThat(tryAdmit(0, run, WORDS)).isTrue();
    }
    assertThat(taken).isEqualTo(10_000);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
    millis.addAndGet(time.toMillis());
  }

  private Admission admission(int runs, long identityBytes, long wordBytes) {
    return new Admission(
        new AdmissionConfig(runs, TTL, identityBytes, wordBytes), nanos::get, millis::get);
  }

  private RunId startedBefore(Duration age) {
    return RunId.startingAt(millis.get() - age.toMillis(), new SecureRandom());
  }

  /** Without a start. */
  private static RunId run(int number) {
    return new RunId(0, number);
  }

  private static List<String> distinct(int first, int count) {
    return IntStream.range(first, first + count).mapToObj(Integer::toString).toList();
  }

  /** One word that costs so much. */
  private static List<String> wordOf(int bytes) {
    return List.of("x".repeat((bytes - 160) / 2));
  }

  private boolean tryAdmit(int run, int seq, Collection<String> names) {
    try {
      admission.admit(new RequestKey(run(run), seq), 1, names);
      return true;
    } catch (NotAdmittedException refused) {
      return false;
    }
  }

  private void assertIn(int run, int seq) {
    assertTaken(run, seq, WORDS);
  }

  private void assertTaken(int run, int seq, Collection<String> names) {
    assertThatCode(() -> admission.admit(new RequestKey(run(run), seq), 1, names))
        .doesNotThrowAnyException();
  }

  private void assertRefused(
      int run, int seq, Collection<String> names, Reason reason, String text) {
    assertRefused(run(run), seq, names, reason, text);
  }

  private void assertRefused(
      RunId run, int seq, Collection<String> names, Reason reason, String text) {
    assertThatThrownBy(() -> admission.admit(new RequestKey(run, seq), 1, names))
        .isInstanceOfSatisfying(
            NotAdmittedException.class, e -> assertThat(e.reason()).isEqualTo(reason))
        .hasMessageContaining(text);
  }
}
