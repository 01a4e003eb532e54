package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static pipeline.consumer.store.Entries.line;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.StringUtils;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.StoreContract;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.testkit.process.Tool;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/**
 * A real Redis that works keeps the promises of every store; {@link RedisFaultsIT} has one that
 * does not.
 */
class RedisStoreIT extends OnPrivateRedis implements StoreContract {
  /** The bytes of a part: so few that most contents are read in several. */
  private static final long FEW_BYTES = 30_000;

  /** The URL of the user whom a page of ours allows what a consumer needs. */
  @Override
  String url() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "redis.md"));
    String rules = StringUtils.substringBetween(page, "\nuser ", "```");
    String setUser = "redis-cli -p " + redis.port() + " ACL SETUSER " + rules.strip();
    Tool.run(setUser.split("\\s+"));
    return super.url().replace("//", "//counter:PASSWORD@");
  }

  @Override
  public <P> Opened<P> open(WorkloadHandler<P> handler) {
    RedisStore<P> store = new RedisStore<>(handler, link, handler.name());
    store.learnHorizon();
    return new Opened<>(
        store, new RedisStoreReader(handler, link, handler.name(), () -> {}, FEW_BYTES));
  }

  private static Added<Map<String, Integer>> count(
      RedisStore<Map<String, Integer>> store, RunId run) throws Exception {
    Added<Map<String, Integer>> added = store.add(List.of(line(run, 0, "a")), List.of());
    store.commit();
    return added;
  }

  @Test
  void theClockIsThatOfRedis() {
    assertThat(started().nowMillis())
        .isCloseTo(System.currentTimeMillis(), Offset.offset(Duration.ofMinutes(1).toMillis()));
  }

  /** The commit fails, so the process ends; the next one refuses the lines, which come again. */
  @Test
  void aConsumerWhoseLinesWaitedWhileAnotherForgotTheirRunCountsNoneOfThem() throws Exception {
    RunId run = StoreContract.startedBefore(40);
    RedisStore<Map<String, Integer>> hung = started();
    count(hung, run);
    hung.add(List.of(line(run, 1, "a")), List.of());
    started().forget(StoreContract.before(39));

    assertThatThrownBy(hung::commit)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("forgotten");
    assertThat(started().add(List.of(line(run, 1, "a")), List.of()).forgotten()).isEqualTo(1);
    assertThat(reader().lines()).isEqualTo(1);
  }

  @Test
  void forgettingTakesTheRunsKeysAndNoOthersAndTheHorizonNeverGoesBack() throws Exception {
    RunId late = StoreContract.startedBefore(40);
    RunId early = StoreContract.startedBefore(60);
    RunId kept = StoreContract.startedBefore(-400);
    RedisStore<Map<String, Integer>> store = started();
    for (RunId run : List.of(late, early, kept)) {
      store.add(List.of(line(run, 0, "a")), List.of(new RunEnd(run, 1)));
    }
    store.commit();
    store.forget(StoreContract.before(39));
    assertHorizon(late);
    RunId earlier = StoreContract.startedBefore(50);
    redis.ask(commands -> commands.zadd(KEYS.all(), 1, earlier.toString()));
    store.forget(StoreContract.before(39));
    assertHorizon(late);

    List<String> keys = redis.ask(commands -> commands.keys("runs:*"));
    assertThat(keys)
        .containsExactlyInAnyOrder(
            KEYS.all(), KEYS.lines(), KEYS.horizon(), KEYS.run(kept), KEYS.chunk(kept, 0));
    assertThat(CountedStore.asMap(reader())).isEqualTo(Map.of("a", 3L));
  }

  private void assertHorizon(RunId run) {
    String horizon = redis.ask(commands -> commands.get(KEYS.horizon()));
    assertThat(horizon).isEqualTo(Long.toString(run.startMillis()));
  }

  /** The form of the keys is a contract: later releases count on. */
  @Test
  void theKeysOfTheFirstReleaseAreReadAndGoOn() throws Exception {
    redis.ask(
        commands -> {
          commands.hset("words", Map.of("a", "3", "été", "1"));
          commands.set("runs:q:lines", "5");
          commands.set("runs:q:horizon", "1");
          commands.zadd("runs:q", 1795724278069.0, Entries.RUN.toString());
          commands.hset("runs:q:" + Entries.RUN, Map.of("0", "2", "1", "3", "duplicates", "1"));
          for (int seq : new int[] {0, 1, 70_000, 70_001, 70_002}) {
            commands.setbit("runs:q:" + Entries.RUN + ":" + (seq >>> 16), seq & 0xFFFF, 1);
          }
          return null;
        });
    RedisStore<Map<String, Integer>> store = started();
    for (int seq : new int[] {0, 1, 70_000, 70_001, 70_002, 7}) {
      store.add(List.of(line(seq, "a")), List.of());
    }
    store.commit();
    assertThat(reader().lines()).isEqualTo(6);
    assertThat(CountedStore.asMap(reader())).isEqualTo(Map.of("a", 4L, "été", 1L));
    assertThat(CountedStore.runs(reader()))
        .extracting(RunFigures::run, RunFigures::lines, RunFigures::duplicates)
        .containsExactly(tuple(Entries.RUN, 6L, 6L));
  }

  /** The other tests of this class show that the documented user can count. */
  @Test
  void theDocumentedUserCanDoNothingElse() {
    assertThat(RedisSetup.durabilityWarning(link))
        .hasValueSatisfying(text -> assertThat(text).contains("appendonly unknown"));
    assertThat(RedisSetup.of(link))
        .isEqualTo(new RedisSetup(Optional.empty(), false, Optional.empty()));
    assertThat(started().room()).isEmpty();
    assertThatThrownBy(() -> link.askSync(RedisCommands::flushall))
        .hasRootCauseInstanceOf(RedisCommandExecutionException.class)
        .hasMessageContaining("NOPERM");
  }
}
