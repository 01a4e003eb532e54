package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.consumer.store.Entries.line;
import static pipeline.consumer.store.Payloads.ride;
import static pipeline.consumer.store.Payloads.swipe;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pipeline.consumer.store.BudgetUse;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.Limits;
import pipeline.consumer.store.Refusal;
import pipeline.consumer.workload.LiftRidesHandler;
import pipeline.consumer.workload.SwipeCountsHandler;
import pipeline.consumer.workload.SwipeMatchesHandler;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunId;

/** What is charged to the budgets in Redis, given back, and found of an earlier build. */
class RedisChargesIT extends OnPrivateRedis {

  @Test
  void theNamesOfEveryWorkloadAreCharged() throws Exception {
    commit(words(9, MIB, 9 * MIB), Entries.range(0, 5_000));
    assertCharged(WORDS);
    redis.ask(commands -> commands.flushall());
    Limits limits = new Limits(9, MIB, 20_000, Duration.ofDays(1));
    assertLimited(
        new LiftRidesHandler(),
        limits,
        IntStream.range(0, 1_000).mapToObj(i -> ride(i, 1 + i, 1)).toList());
    assertLimited(
        new SwipeCountsHandler(),
        limits,
        IntStream.range(0, 1_000).mapToObj(i -> swipe(i, true, 1 + i, 1)).toList());
    assertLimited(
        new SwipeMatchesHandler(),
        limits,
        IntStream.range(0, 1_000).mapToObj(i -> swipe(i, true, 1 + i, 1)).toList());
  }

  private <P> void assertLimited(WorkloadHandler<P> handler, Limits limits, List<Entry<P>> entries)
      throws Exception {
    RedisStore<P> store = store(handler, limits);
    assertThat(commit(store, entries).reasons()).containsOnlyKeys(Refusal.WORDS);
    assertThat(used(store, BudgetUse.WORDS)).isBetween(19_000L, 20_000L);
    assertThat(commit(store, entries.subList(0, 10)).refused()).isEmpty();
    assertCharged(handler);
    redis.ask(commands -> commands.flushall());
  }

  @Test
  void whatIsForgottenMakesRoom() throws Exception {
    RedisStore<Map<String, Integer>> store = words(9, MIB, MIB);
    commit(store, Entries.range(0, 200));
    commit(store, List.of(line(new RunId(0, 1), 70_000, "a"), line(new RunId(0, 1), 0, "a")));
    long days = Duration.ofDays(2).toMillis();
    redis.ask(commands -> commands.zincrby(KEYS.all(), (double) -days, new RunId(0, 1).toString()));
    now.addAndGet(days);
    store.commit();
    assertThat(used(store, BudgetUse.RUNS)).isEqualTo(1);
    assertCharged(WORDS);

    redis.ask(commands -> commands.zincrby(KEYS.all(), (double) -days, Entries.RUN.toString()));
    now.addAndGet(days);
    store.commit();
    assertThat(used(store, BudgetUse.IDENTITIES)).isZero();
    assertThat(used(store, BudgetUse.WORDS)).isPositive();
  }

  @Test
  void whatAnEarlierBuildLeftIsMeasuredOnce() throws Exception {
    RedisStore<Map<String, Integer>> earlier = words(9, MIB, MIB);
    commit(earlier, Entries.range(0, 200));
    long identities = used(earlier, BudgetUse.IDENTITIES);
    redis.ask(commands -> commands.del(KEYS.identityBytes(), KEYS.nameBytes()));

    RedisStore<Map<String, Integer>> store = words(9, identities, MIB);
    assertThat(used(store, BudgetUse.IDENTITIES)).isEqualTo(identities);
    assertThat(commit(store, Entries.range(100, 200)).refused()).isEmpty();
    assertThat(commit(store, List.of(line(CHUNK, "all"))).reasons())
        .containsOnlyKeys(Refusal.IDENTITIES);
    redis.ask(commands -> commands.set(KEYS.identityBytes(), "5"));
    assertThat(used(words(9, MIB, MIB), BudgetUse.IDENTITIES)).isEqualTo(5);
  }
}
