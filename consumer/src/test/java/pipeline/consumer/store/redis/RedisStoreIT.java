package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.StoreContract;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.codec.Entry;

/**
 * A real Redis that works keeps the promises of every store; {@link RedisFaultsIT} has one that
 * does not.
 */
class RedisStoreIT extends OnPrivateRedis implements StoreContract {
  /** So few that most contents are read in several parts. */
  private static final long FEW_BYTES = 30_000;

  @Override
  public <P> Opened<P> open(WorkloadHandler<P> handler) {
    RedisStore<P> store = new RedisStore<>(handler, link, handler.name());
    store.learnHorizon();
    return new Opened<>(
        store, new RedisStoreReader(handler, link, handler.name(), () -> {}, FEW_BYTES));
  }

  @Test
  void twoConsumersWithOverlappingDeliveriesCountEachLineOnce() throws Exception {
    int lines = 20_000;
    ExecutorService threads = Executors.newFixedThreadPool(2);
    List<Callable<Integer>> consumers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      RedisStore<Map<String, Integer>> store = started();
      List<Entry<Map<String, Integer>>> shuffled = new ArrayList<>(Entries.range(0, lines));
      Collections.shuffle(shuffled, new Random(i));
      consumers.add(
          () -> {
            for (int from = 0; from < lines; from += 500) {
              store.add(shuffled.subList(from, from + 500), List.of());
              store.commit();
            }
            return 0;
          });
    }
    for (Future<Integer> consumer : threads.invokeAll(consumers)) {
      consumer.get();
    }
    threads.shutdown();
    RedisStoreReader reader = reader();
    Map<String, Long> expected = new HashMap<>(Map.of("all", (long) lines));
    IntStream.range(0, 10).forEach(i -> expected.put("w" + i, lines / 10L));
    assertThat(CountedStore.asMap(reader)).isEqualTo(expected);
    assertThat(CountedStore.runs(reader))
        .containsExactly(
            new RunFigures(Entries.RUN, lines, lines - 1, List.of(), 0, lines, List.of()));
  }

  @Test
  void itIsSaidWhatAKillOfRedisMayCost() {
    assertThat(RedisSetup.durabilityWarning(link)).isEmpty();
    redis.ask(commands -> commands.configSet("appendfsync", "everysec"));
    try {
      assertThat(RedisSetup.durabilityWarning(link).orElseThrow())
          .contains("appendonly yes, appendfsync everysec", "a kill of Redis may lose counts");
    } finally {
      redis.ask(commands -> commands.configSet("appendfsync", "always"));
    }
  }
}
