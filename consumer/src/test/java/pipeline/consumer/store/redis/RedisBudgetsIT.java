package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static pipeline.consumer.store.Entries.line;
import static pipeline.consumer.store.Payloads.ride;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.BudgetUse;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.Limits;
import pipeline.consumer.store.Payloads;
import pipeline.consumer.store.Refusal;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.memory.CountsFixture;
import pipeline.consumer.workload.LiftRidesHandler;
import pipeline.consumer.workload.SwipeCountsHandler;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.Lines;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** What strangers can make grow in Redis ends at one budget for all consumers. */
class RedisBudgetsIT extends OnPrivateRedis {
  private static final Limits LARGE = new Limits(10, MIB, MIB, Duration.ofDays(1));

  private static Entry<Map<String, Integer>> bomb(int seq) {
    Map<String, Integer> words = new HashMap<>();
    IntStream.range(0, 5_000).forEach(i -> words.put("bomb" + seq + "-" + i, 1));
    return Entry.single(new RequestKey(new RunId(0, 1), seq), words);
  }

  @Test
  void aVocabularyBombIsRefusedAndTheLinesAroundItAreCounted() throws Exception {
    RedisStore<Map<String, Integer>> store = words(10, MIB, MIB);
    List<Entry<Map<String, Integer>>> entries = new ArrayList<>();
    for (int seq = 0; seq < 24; seq++) {
      entries.add(bomb(seq));
      entries.addAll(Entries.range(seq * 10, seq * 10 + 10));
    }
    var refused = commit(store, entries);

    assertThat(refused.refused())
        .hasSizeBetween(20, 23)
        .allSatisfy(entry -> assertThat(entry.key().run()).isEqualTo(new RunId(0, 1)));
    assertThat(refused.reasons()).isEqualTo(Map.of(Refusal.WORDS, refused.refused().size()));
    int counted = 24 - refused.refused().size();
    assertThat(CountsFixture.asMap(reader(WORDS)))
        .hasSize(11 + counted * 5_000)
        .containsEntry("all", 240L);
    assertThat(used(store, BudgetUse.WORDS)).isBetween(MIB / 2L, (long) MIB);
    assertCharged(WORDS);
  }

  @Test
  void aLineThatWouldPassWhatIsExactIsRefusedAloneInEveryWorkload() throws Exception {
    redis.ask(commands -> commands.hset("words", "w3", "9007199254740992"));
    var words = commit(words(10, MIB, MIB), Entries.range(0, 20));
    assertThat(words.refused()).extracting(e -> e.key().seq()).containsExactly(3, 13);
    assertThat(words.reasons()).isEqualTo(Map.of(Refusal.OVERFLOW, 2));
    assertThat(reader(WORDS).lines()).isEqualTo(18);
    assertThat(CountsFixture.asMap(reader(WORDS)))
        .containsEntry("all", 18L)
        .containsEntry("w3", 9_007_199_254_740_992L);

    redis.ask(commands -> commands.flushall());
    redis.ask(commands -> commands.hset("skier:7", "2022", "9007199254740991"));
    LiftRidesHandler rides = new LiftRidesHandler();
    var ridden =
        commit(store(rides, LARGE), List.of(Payloads.ride(0, 7, 21), Payloads.ride(1, 8, 21)));
    assertThat(ridden.refused()).extracting(e -> e.key().seq()).containsExactly(0);
    assertThat(reader(rides).lines()).isEqualTo(1);

    redis.ask(commands -> commands.flushall());
    redis.ask(commands -> commands.set("Likes:17", "9007199254740993"));
    SwipeCountsHandler swipes = new SwipeCountsHandler();
    var swiped =
        commit(
            store(swipes, LARGE),
            List.of(Payloads.swipe(0, true, 17, 5), Payloads.swipe(1, true, 18, 5)));
    assertThat(swiped.refused()).extracting(e -> e.key().seq()).containsExactly(0);
    assertThat(reader(swipes).lines()).isEqualTo(1);
  }

  @Test
  void sparseIdentitiesAreRefusedAndARunThatCountsInOrderGoesOn() throws Exception {
    RedisStore<Map<String, Integer>> store = words(1_000, MIB, MIB);
    commit(store, Entries.range(0, 10));
    List<Entry<Map<String, Integer>>> sparse = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      sparse.add(line(new RunId(0, i / 1_000), i % 1_000 * CHUNK + i, "all"));
    }
    var refused = commit(store, sparse);
    assertThat(refused.reasons()).containsOnlyKeys(Refusal.IDENTITIES);
    assertThat(refused.refused()).hasSizeBetween(7_000, 8_500);
    assertThat(used(store, BudgetUse.IDENTITIES)).isBetween(MIB / 8 * 6L, MIB / 8 * 7L);
    assertThat(commit(store, List.of(line(new RunId(7, 7), 0, "all"))).reasons())
        .containsOnlyKeys(Refusal.IDENTITIES);

    for (int from = 0; from < 3 * CHUNK; from += 8_192) {
      assertThat(commit(store, Entries.range(from, from + 8_192)).refused()).isEmpty();
    }
    assertThat(reader(WORDS).runs())
        .anySatisfy(run -> assertThat(run.lines()).isEqualTo(3 * CHUNK));
    assertCharged(WORDS);
  }

  @Test
  void twoConsumersShareTheBudgets() throws Exception {
    AtomicInteger refused = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    List<Callable<RedisStore<?>>> consumers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      RedisStore<Map<String, Integer>> store = words(50, MIB, 100_000);
      int consumer = i;
      consumers.add(
          () -> {
            for (int n = 0; n < 100; n++) {
              List<Entry<Map<String, Integer>>> entries = new ArrayList<>();
              for (int k = 0; k < 10; k++) {
                entries.add(line(new RunId(consumer, n % 40), n * 10 + k, "w" + consumer + n + k));
              }
              refused.addAndGet(commit(store, entries).refused().size());
            }
            return store;
          });
    }
    List<RedisStore<?>> stores = new ArrayList<>();
    for (Future<RedisStore<?>> consumer : threads.invokeAll(consumers)) {
      stores.add(consumer.get());
    }
    threads.shutdown();

    assertThat(reader(WORDS).runs()).hasSize(50);
    assertThat(reader(WORDS).lines()).isEqualTo(2_000 - refused.get());
    assertThat(used(stores.get(0), BudgetUse.WORDS)).isLessThanOrEqualTo(100_000);
    assertThat(used(stores.get(0), BudgetUse.RUNS)).isEqualTo(50);
    assertThat(stores.get(1).budgets()).isEqualTo(stores.get(0).budgets());
    assertCharged(WORDS);
  }

  @Test
  void whatTheOtherConsumerCountedIsKnownThoughAllIsFull() throws Exception {
    RedisStore<Map<String, Integer>> one = words(2, 1_200, 300);
    RedisStore<Map<String, Integer>> other = words(2, 1_200, 300);
    assertThat(commit(one, List.of(line(0, "a b"))).refused()).isEmpty();
    assertThat(commit(one, List.of(line(new RunId(0, 1), 0, "a"))).refused()).isEmpty();
    for (RedisStore<Map<String, Integer>> store : List.of(one, other)) {
      assertThat(commit(store, List.of(line(1, "c d"))).reasons()).containsOnlyKeys(Refusal.WORDS);
      assertThat(commit(store, List.of(line(CHUNK, "a"))).reasons())
          .containsOnlyKeys(Refusal.IDENTITIES);
      assertThat(commit(store, List.of(line(new RunId(0, 2), 0, "a"))).reasons())
          .containsOnlyKeys(Refusal.RUNS);
      assertThat(commit(store, List.of(line(0, "a b"), line(0, "other words"))).refused())
          .isEmpty();
      assertThat(commit(store, List.of(line(new RunId(0, 1), 0, "c d"))).refused()).isEmpty();
    }
    assertThat(reader(WORDS).lines()).isEqualTo(2);
    assertThat(reader(WORDS).runs())
        .extracting(RunFigures::duplicates)
        .containsExactlyInAnyOrder(4L, 2L);
    assertThat(CountsFixture.asMap(reader(WORDS))).isEqualTo(Map.of("a", 2L, "b", 1L));
  }

  @Test
  void copiesOfWhatIsRefusedLeaveNothingBehind() throws Exception {
    RedisStore<Map<String, Integer>> store = words(1, MIB, MIB);
    commit(store, List.of(line(0, "a")));
    Entry<Map<String, Integer>> further = line(new RunId(0, 1), 0, "b");
    assertThat(commit(store, List.of(further, further, further)).refused()).containsOnly(further);
    store.commit();

    assertThat(reader(WORDS).runs()).extracting(RunFigures::run).containsExactly(Entries.RUN);
    assertThat(used(store, BudgetUse.RUNS)).isEqualTo(1);
    assertCharged(WORDS);
  }

  @Test
  void everyMessageThatBroughtItIsToldOnceAndAfterACommitThatSucceeds() throws Exception {
    LiftRidesHandler handler = new LiftRidesHandler();
    var store = store(handler, new Limits(9, MIB, 4_000, Duration.ofDays(1)));
    List<Added<?>> first = new ArrayList<>();
    List<Added<?>> last = new ArrayList<>();
    var rides = IntStream.range(0, 2_000).mapToObj(i -> ride(i, 1 + i, 1)).toList();
    store.add(rides, first::add);
    store.add(rides, last::add);
    redis.ask(commands -> commands.set("skier:2000", "no table"));
    assertThatThrownBy(store::commit).isInstanceOf(IOException.class);
    assertThat(first).isEmpty();
    assertThat(last).isEmpty();

    redis.ask(commands -> commands.del("skier:2000"));
    store.commit();
    store.commit();
    assertThat(first).hasSize(1);
    assertThat(last).hasSize(1);
    assertThat(first.get(0).reasons()).isEqualTo(last.get(0).reasons());
    assertThat(first.get(0).refused()).isEqualTo(last.get(0).refused());
    assertThat(last.get(0).refused()).hasSizeGreaterThan(1_900);
    assertThat(reader(handler).lines()).isEqualTo(2_000 - last.get(0).refused().size());
    assertCharged(handler);
  }

  @Test
  void aRangeThatDoesNotFitIsRefusedWholeAndItsNeighboursAreCounted() throws Exception {
    RedisStore<Map<String, Integer>> store = words(2, MIB, 1_000);
    Entry<Map<String, Integer>> range = Entries.together(0, 100);
    List<Map<String, Integer>> payloads =
        IntStream.range(0, 100).mapToObj(i -> Map.of("new" + i, 1)).toList();
    Entry<Map<String, Integer>> tooMuch =
        new Entry<>(new RequestKey(new RunId(0, 1), 7), Lines.of(payloads));
    var refused = commit(store, List.of(tooMuch, range, line(100, "all")));

    assertThat(refused.refused()).containsExactly(tooMuch);
    assertThat(refused.reasons()).isEqualTo(Map.of(Refusal.WORDS, 100));
    assertThat(reader(WORDS).runs()).extracting(RunFigures::lines).containsExactly(101L);
    assertThat(commit(store, List.of(Entries.together(50, 101))).refused()).isEmpty();
    assertCharged(WORDS);
  }
}
