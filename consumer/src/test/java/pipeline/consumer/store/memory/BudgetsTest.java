package pipeline.consumer.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.consumer.store.Entries.line;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.BudgetUse;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.Limits;
import pipeline.consumer.store.Payloads;
import pipeline.consumer.store.Refusal;
import pipeline.consumer.workload.LiftRidesHandler;
import pipeline.consumer.workload.SwipeMatchesHandler;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** What strangers can make grow ends at its budget, at the cost of nobody who was there before. */
class BudgetsTest {
  private static final int CHUNK = 65_536;
  private static final int MIB = 1 << 20;

  private static InMemoryCounts<Map<String, Integer>> words(long identityBytes, long wordBytes) {
    return counts(new WordCountHandler(), identityBytes, wordBytes);
  }

  private static <P> InMemoryCounts<P> counts(
      WorkloadHandler<P> handler, long identityBytes, long wordBytes) {
    return CountsFixture.of(
        handler, new Limits(1_000_000, identityBytes, wordBytes, Duration.ofDays(30)));
  }

  private static long used(InMemoryCounts<?> counts, String budget) {
    return counts.budgets().stream()
        .filter(b -> b.name().equals(budget))
        .mapToLong(BudgetUse::used)
        .sum();
  }

  private static Entry<Map<String, Integer>> bomb(int seq) {
    Map<String, Integer> words = new HashMap<>();
    IntStream.range(0, 50_000).forEach(i -> words.put("bomb" + seq + "-" + i, 1));
    return Entry.single(new RequestKey(new RunId(0, 1), seq), words);
  }

  private static void assertRefused(Added<?> added, Refusal reason) {
    assertThat(added.reasons()).containsOnlyKeys(reason);
  }

  @Test
  void aVocabularyBombIsRefusedAndLinesOfKnownWordsAreCounted() {
    InMemoryCounts<Map<String, Integer>> counts = words(MIB, 16 * MIB);
    counts.add(Entries.range(0, 100));
    int counted = 0;
    int refused = 0;
    for (int seq = 0; seq < 24; seq++) {
      Added<?> bomb = counts.add(List.of(bomb(seq)));
      counted += bomb.counted();
      refused += bomb.reasons().getOrDefault(Refusal.WORDS, 0);
    }
    assertThat(counted).isBetween(1, 3);
    assertThat(refused).isEqualTo(24 - counted);
    assertThat(used(counts, BudgetUse.WORDS)).isBetween(7L * MIB, 16L * MIB);

    Added<?> added = counts.add(Entries.range(50, 200));
    assertThat(added.counted()).isEqualTo(100);
    assertThat(added.refused()).isEmpty();
  }

  @Test
  void aRefusedEntryLeavesNothingBehindAndItsNeighboursAreCounted() {
    InMemoryCounts<Map<String, Integer>> counts = words(MIB, 1_000);
    Entry<Map<String, Integer>> tooMuch =
        line(new RunId(0, 9), 0, "word0 word1 word2 word3 word4 word5 word6 word7");
    Added<Map<String, Integer>> added =
        counts.add(List.of(line(0, "a"), tooMuch, line(1, "a b"), line(0, "a")));

    assertThat(added.counted()).isEqualTo(2);
    assertThat(added.refused()).containsExactly(tooMuch);
    assertRefused(added, Refusal.WORDS);
    assertThat(CountsFixture.asMap(counts)).isEqualTo(Map.of("a", 2L, "b", 1L));
    assertThat(counts.lines()).isEqualTo(2);
    assertThat(counts.runs()).hasSize(1);
  }

  @Test
  void aRangeIsJudgedAsAWhole() {
    InMemoryCounts<Map<String, Integer>> counts = words(MIB, 1_000);
    counts.add(List.of(line(0, "all w0"), line(1, "all w1")));
    Entry<Map<String, Integer>> tooMuch = Entries.together(0, 30);
    Added<Map<String, Integer>> added = counts.add(List.of(tooMuch, Entries.together(0, 3)));

    assertThat(added.counted()).isEqualTo(1);
    assertThat(added.refused()).containsExactly(tooMuch);
    assertThat(added.reasons()).isEqualTo(Map.of(Refusal.WORDS, 30));
    assertThat(CountsFixture.asMap(counts))
        .isEqualTo(Map.of("all", 3L, "w0", 1L, "w1", 1L, "w2", 1L));
    assertThat(counts.lines()).isEqualTo(3);
  }

  @Test
  void rangesOfARunThatIsThereAreAdmittedInOrderWhenIdentitiesAreFull() {
    InMemoryCounts<Map<String, Integer>> counts = words(8 * MIB, MIB);
    counts.add(List.of(Entries.together(0, 10)));
    for (int run = 0; used(counts, BudgetUse.IDENTITIES) < 7 * MIB; run++) {
      counts.add(List.of(line(new RunId(0, run), 0, "all")));
    }
    Entry<Map<String, Integer>> farAway = Entries.together(100 * CHUNK, 100 * CHUNK + 10);
    assertRefused(counts.add(List.of(farAway)), Refusal.IDENTITIES);

    assertThat(counts.add(List.of(Entries.together(5, 3 * CHUNK + 7))).counted())
        .isEqualTo(3 * CHUNK + 7 - 10);
    assertThat(counts.add(List.of(Entries.together(0, 2 * CHUNK))).refused()).isEmpty();
    assertRefused(
        counts.add(List.of(Entries.together(5 * CHUNK - 5, 5 * CHUNK + 5))), Refusal.IDENTITIES);
  }

  @Test
  void aCopyOfACountedLineIsACopyHoweverFullTheBudgetsAre() {
    InMemoryCounts<Map<String, Integer>> counts = words(600, 500);
    assertThat(counts.add(List.of(line(0, "a b"))).counted()).isEqualTo(1);
    assertRefused(counts.add(List.of(line(1, "c d e"))), Refusal.WORDS);

    assertThat(counts.add(List.of(line(0, "a b"))).refused()).isEmpty();
    assertThat(counts.add(List.of(line(0, "other words under the key"))).refused()).isEmpty();
    assertThat(counts.runs().get(0).duplicates()).isEqualTo(2);
  }

  @Test
  void namesOfEveryWorkloadAreMeasured() {
    var rides = counts(new LiftRidesHandler(), MIB, 20_000);
    var swipes = counts(new SwipeMatchesHandler(), MIB, 20_000);
    int refusedRides = 0;
    int refusedSwipes = 0;
    for (int i = 0; i < 1_000; i++) {
      Added<?> ride = rides.add(List.of(Payloads.ride(i, 1 + i, 1)));
      refusedRides += ride.reasons().getOrDefault(Refusal.WORDS, 0);
      Added<?> swipe = swipes.add(List.of(Payloads.swipe(i, true, 1 + i, 1)));
      refusedSwipes += swipe.reasons().getOrDefault(Refusal.WORDS, 0);
    }
    for (InMemoryCounts<?> counts : List.of(rides, swipes)) {
      assertThat(used(counts, BudgetUse.WORDS)).isBetween(18_000L, 20_000L);
    }
    assertThat(refusedRides).isGreaterThan(900);
    assertThat(refusedSwipes).isGreaterThan(900);
    assertThat(rides.add(List.of(Payloads.ride(2_000, 1, 1))).counted()).isEqualTo(1);
  }

  @Test
  void aMillionSparseIdentitiesAreRefusedAndARunThatCountsInOrderGoesOn() {
    InMemoryCounts<Map<String, Integer>> counts = words(8 * MIB, MIB);
    counts.add(Entries.range(0, 10));
    int refused = 0;
    for (int i = 0; i < 1_000_000; i++) {
      Added<?> added =
          counts.add(List.of(line(new RunId(0, i / 30_000), i % 30_000 * CHUNK, "all")));
      refused += added.reasons().getOrDefault(Refusal.IDENTITIES, 0);
    }
    assertThat(used(counts, BudgetUse.IDENTITIES)).isBetween(7L * MIB, 7L * MIB + 1_000);
    assertThat(refused).isGreaterThan(900_000);
    assertRefused(counts.add(List.of(line(new RunId(7, 7), 0, "all"))), Refusal.IDENTITIES);

    assertThat(counts.add(Entries.range(0, 4 * CHUNK)).counted()).isEqualTo(4 * CHUNK - 10);
    assertThat(counts.runs()).anySatisfy(run -> assertThat(run.lines()).isEqualTo(4 * CHUNK));
  }

  /** Why {@code --max-runs} needs no control: the memory of identities bounds runs too. */
  @Test
  void withoutALimitOfRunsTheirFloodEndsAtTheMemoryOfIdentities() {
    Limits unlimited = new Limits(Integer.MAX_VALUE, MIB, MIB, Duration.ofDays(30));
    InMemoryCounts<Map<String, Integer>> counts =
        CountsFixture.of(new WordCountHandler(), unlimited);
    counts.add(Entries.range(0, 10));
    int refused = 0;
    for (int run = 0; run < 100_000; run++) {
      Added<?> added = counts.add(List.of(line(new RunId(run, run), 0, "all")));
      refused += added.reasons().getOrDefault(Refusal.IDENTITIES, 0);
    }
    assertThat(used(counts, BudgetUse.RUNS)).isEqualTo(100_001L - refused).isLessThan(MIB / 256);
    assertThat(used(counts, BudgetUse.IDENTITIES)).isLessThan(MIB);

    assertThat(counts.add(Entries.range(0, 100)).counted()).isEqualTo(90);
  }

  @Test
  void whatIsRestoredCountsAlsoBeyondTheBudgets() {
    InMemoryCounts<Map<String, Integer>> large = words(MIB, MIB);
    large.add(Entries.range(0, 10_000));
    large.add(List.of(line(new RunId(0, 1), 0, "all"), line(new RunId(0, 2), 0, "all")));

    InMemoryCounts<Map<String, Integer>> small =
        CountsFixture.of(new WordCountHandler(), new Limits(1, 100, 100, Duration.ofDays(30)));
    small.restore(large.fullCheckpoint());
    assertThat(small.budgets())
        .containsExactly(
            new BudgetUse(BudgetUse.RUNS, 3, 1),
            new BudgetUse(BudgetUse.IDENTITIES, used(large, BudgetUse.IDENTITIES), 100),
            new BudgetUse(BudgetUse.WORDS, used(large, BudgetUse.WORDS), 100));
    assertThat(small.add(Entries.range(9_990, 10_005)).counted()).isEqualTo(5);
    assertRefused(small.add(List.of(line(20_000, "new"))), Refusal.WORDS);
    assertRefused(small.add(List.of(line(new RunId(0, 3), 0, "all"))), Refusal.RUNS);
  }

  @Test
  void whatIsForgottenMakesRoom() {
    long[] now = {1};
    Limits limits = new Limits(9, MIB, MIB, Duration.ofDays(1));
    DedupIndex index = new DedupIndex(limits, () -> now[0], () -> now[0]);
    for (int seq = 0; seq < 200_000; seq += 3) {
      index.claim(Entries.line(seq, "a"));
    }
    index.drainSeen();
    now[0] += Duration.ofDays(2).toMillis();
    assertThat(index.budgets().get(1).used()).isGreaterThan(24_000);
    assertThat(index.expire()).hasSize(1);
    assertThat(index.budgets()).extracting(BudgetUse::used).containsExactly(0L, 0L);
  }
}
