package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.consumer.store.Entries.line;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.Limits;
import pipeline.consumer.store.Refusal;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.memory.CountsFixture;
import pipeline.wire.identity.RunId;

/** What Redis forgets, by whose clock, and that it is not counted again afterwards. */
class RedisHorizonIT extends OnPrivateRedis {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final Limits LIMITS = new Limits(10, 1 << 20, 1 << 20, Duration.ofDays(30));

  /** A consumer that has just started, and looks for old runs at its next commit. */
  private RedisStore<Map<String, Integer>> started(LongSupplier clock) {
    RedisStore<Map<String, Integer>> store = new RedisStore<>(WORDS, link, QUEUE, LIMITS, clock);
    store.learnUse();
    return store;
  }

  private RedisStore<Map<String, Integer>> started() {
    return started(System::currentTimeMillis);
  }

  private static RunId startedBefore(long millis) {
    return RunId.startingAt(System.currentTimeMillis() - millis, RANDOM);
  }

  /** As if Redis had seen nothing of this run for so long. */
  private static void rest(RunId run, long days) {
    redis.ask(commands -> commands.zincrby(KEYS.all(), -1.0 * days * DAY, run.toString()));
  }

  private static Added<Map<String, Integer>> count(
      RedisStore<Map<String, Integer>> store, RunId run) throws Exception {
    return commit(store, List.of(line(run, 0, "a")));
  }

  private long lines() {
    return reader(WORDS).lines();
  }

  @Test
  void aConsumerWhoseClockIsAMonthAheadMakesNoLineCountTwice() throws Exception {
    RunId run = startedBefore(DAY);
    RunId other = startedBefore(DAY);
    RedisStore<Map<String, Integer>> right = started();
    count(right, run);
    RedisStore<Map<String, Integer>> ahead = started(() -> System.currentTimeMillis() + 31 * DAY);
    assertThat(count(ahead, other).refused()).isEmpty();
    for (RedisStore<Map<String, Integer>> store : List.of(ahead, right)) {
      assertThat(count(store, run).refused()).isEmpty();
      assertThat(count(store, other).refused()).isEmpty();
    }
    assertThat(lines()).isEqualTo(2);
    assertThat(reader(WORDS).runs()).extracting(RunFigures::duplicates).containsExactly(2L, 2L);
  }

  @Test
  void aForgottenRunIsRefusedByWhoForgotItAndByWhoStartsLater() throws Exception {
    RunId run = startedBefore(40 * DAY);
    RunId without = new RunId(1, 1);
    RedisStore<Map<String, Integer>> store = started();
    count(store, run);
    count(store, without);
    rest(run, 31);
    rest(without, 31);
    RedisStore<Map<String, Integer>> expiring = started();
    expiring.commit();

    for (RedisStore<Map<String, Integer>> later : List.of(expiring, started())) {
      assertThat(count(later, run).reasons()).containsOnlyKeys(Refusal.FORGOTTEN);
      assertThat(count(later, startedBefore(50 * DAY)).reasons())
          .containsOnlyKeys(Refusal.FORGOTTEN);
      assertThat(count(later, startedBefore(39 * DAY)).refused()).isEmpty();
    }
    assertThat(count(expiring, without).refused()).isEmpty();
    assertThat(lines()).isEqualTo(5);
  }

  @Test
  void redisItselfRefusesWhatAConsumerDoesNotKnowToBeForgotten() throws Exception {
    RunId run = startedBefore(40 * DAY);
    RedisStore<Map<String, Integer>> store = started();
    count(store, run);
    rest(run, 31);
    started().commit();

    assertThat(count(store, run).reasons()).containsOnlyKeys(Refusal.FORGOTTEN);
    assertThat(lines()).isEqualTo(1);
  }

  @Test
  void aRunThatIsSeenAgainInTimeIsNotForgotten() throws Exception {
    RunId run = startedBefore(40 * DAY);
    count(started(), run);
    rest(run, 31);
    redis.ask(commands -> commands.zincrby(KEYS.all(), 31.0 * DAY, run.toString()));
    boolean forgotten = redis.ask(commands -> KEYS.expire(commands, run, LIMITS.ttl()));

    assertThat(forgotten).isFalse();
    assertThat(count(started(), run).refused()).isEmpty();
    assertThat(lines()).isEqualTo(1);
  }

  @Test
  void theHorizonNeverGoesBackAndBelievesNoStartInTheFuture() throws Exception {
    RunId late = startedBefore(31 * DAY);
    List<RunId> runs = List.of(late, startedBefore(60 * DAY), startedBefore(-400 * DAY));
    for (RunId run : runs) {
      assertThat(count(started(), run).refused()).isEmpty();
    }
    for (RunId run : runs) {
      rest(run, 31);
      started().commit();
      String horizon = redis.ask(commands -> commands.get(KEYS.horizon()));
      assertThat(horizon).isEqualTo(Long.toString(RunKeys.startMillis(late)));
    }
    long left = redis.ask(commands -> commands.zcard(KEYS.all()));
    assertThat(left).isZero();
  }

  /**
   * As a consumer.jar of before there were horizons wrote them: taken with redis-cli after it had
   * counted 400 lines of one run, every third twice, and ten lines of another.
   */
  @Test
  void theKeysOfAnEarlierBuildAreReadAndGoOn() throws Exception {
    RunId other = RunId.parse("01972904f8007abc8000000000000000");
    redis.ask(
        commands -> {
          commands.hset("words", Map.of("all", "410", "été", "10"));
          for (int digit = 0; digit < 10; digit++) {
            commands.hset("words", "w" + digit, "40");
          }
          commands.set("runs:q:lines", "410");
          commands.zadd("runs:q", 1795489657256.0, Entries.RUN.toString());
          commands.zadd("runs:q", 1795489657256.0, other.toString());
          commands.hset("runs:q:" + Entries.RUN, Map.of("duplicates", "134", "0", "400"));
          for (int seq = 0; seq < 400; seq++) {
            commands.setbit("runs:q:" + Entries.RUN + ":0", seq, 1);
          }
          for (int seq = 0; seq < 400_000; seq += 40_000) {
            commands.hincrby("runs:q:" + other, Integer.toString(seq >>> 16), 1);
            commands.setbit("runs:q:" + other + ":" + (seq >>> 16), seq & 0xFFFF, 1);
          }
          return null;
        });
    RedisStore<Map<String, Integer>> store = started();
    store.add(Entries.range(0, 401));
    store.add(List.of(line(other, 40_000, "all"), line(other, 40_001, "all")));
    store.commit();

    RedisStoreReader reader = reader(WORDS);
    assertThat(reader.lines()).isEqualTo(412);
    assertThat(CountsFixture.asMap(reader))
        .hasSize(12)
        .containsAllEntriesOf(Map.of("all", 412L, "w0", 41L, "w9", 40L, "été", 10L));
    assertThat(reader.runs()).extracting(RunFigures::lines).containsExactly(401L, 11L);
  }
}
