package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;

/** A Redis that has counted 100 lines, and a store that holds 100 more. */
abstract class OnHalfCountedRedis extends OnPrivateRedis {
  RedisStore<Map<String, Integer>> store;
  RedisStoreReader reader;

  @BeforeEach
  void count() throws Exception {
    store = started();
    reader = reader();
    store.add(Entries.range(0, 100), List.of());
    store.commit();
    store.add(Entries.range(100, 200), List.of());
  }

  /** Commits after a second delivery of lines that are counted and of lines that wait. */
  final void commitWhenPossible() throws Exception {
    store.add(Entries.range(50, 200), List.of());
    await()
        .atMost(Duration.ofSeconds(20))
        .ignoreException(IOException.class)
        .until(
            () -> {
              store.commit();
              return true;
            });
  }

  final void assertExact() {
    Map<String, Long> counts = new TreeMap<>(Map.of("all", 200L));
    for (int i = 0; i < 10; i++) {
      counts.put("w" + i, 20L);
    }
    assertThat(CountedStore.asMap(reader)).isEqualTo(counts);
    assertThat(reader.lines()).isEqualTo(200);
    assertThat(CountedStore.runs(reader))
        .singleElement()
        .satisfies(run -> assertThat(run.lines()).isEqualTo(200))
        .satisfies(run -> assertThat(run.missing()).isZero());
  }

  final void assertRefused(String reason) {
    assertThatThrownBy(store::commit)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(reason)
        .message()
        .doesNotContain("\n");
  }

  /** The digest of everything that Redis holds. */
  final String digest() {
    return redis.ask(
        commands ->
            commands.dispatch(
                CommandType.DEBUG,
                new StatusOutput<>(StringCodec.UTF8),
                new CommandArgs<>(StringCodec.UTF8).add("DIGEST")));
  }
}
