package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.consumer.workload.LiftRidesHandler;
import pipeline.consumer.workload.SwipeCountsHandler;
import pipeline.consumer.workload.SwipeMatchesHandler;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.testkit.redis.PrivateRedis;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;
import pipeline.wire.redis.RedisLink;
import pipeline.wire.redis.RedisSettings;

/** The user of few rights of docs/redis.md can do all that a consumer does, and no more. */
@Timeout(60)
@ExtendWith(SharedRedis.class)
class RedisUserIT {
  private static final Path PAGE = Path.of("..", "docs", "redis.md");

  /** A run whose id tells its start, so that the horizon is written when it is forgotten. */
  private static final RunId RUN = RunId.startingAt(System.currentTimeMillis(), new SecureRandom());

  @Test
  void theDocumentedUserCanCountAndNothingElse(PrivateRedis redis) throws Exception {
    redis.ask(
        commands -> {
          CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8).add("SETUSER");
          rules().forEach(args::add);
          return commands.dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), args);
        });
    String url = redis.url().replace("//", "//counter:PASSWORD@");
    try (RedisLink link = new RedisLink(RedisSettings.parse("test", url))) {
      count(link, new WordCountHandler(), List.of(Entries.line(RUN, 0, "all w")), 2);
      count(link, new LiftRidesHandler(), List.of(Entries.ride(0, 7, 21)), 3);
      count(link, new SwipeCountsHandler(), List.of(Entries.swipe(0, true, 17, 5)), 1);
      count(link, new SwipeMatchesHandler(), List.of(Entries.swipe(0, true, 17, 5)), 2);
      assertThat(RedisSetup.durabilityWarning(link))
          .hasValueSatisfying(text -> assertThat(text).contains("appendonly unknown"));
      RedisSetup setup = RedisSetup.of(link);
      assertThat(setup.unknown()).isEmpty();
      assertThat(setup.evicts()).isEmpty();
      assertThatThrownBy(() -> link.ask(connection -> connection.sync().flushall()))
          .hasRootCauseInstanceOf(RedisCommandExecutionException.class)
          .hasMessageContaining("NOPERM");
    }
  }

  private static <P> RedisStore<P> store(RedisLink link, WorkloadHandler<P> handler) {
    return new RedisStore<>(handler, link, handler.name());
  }

  /** Counts a run, forgets it once it is old, and reads all counts. */
  private static <P> void count(
      RedisLink link, WorkloadHandler<P> handler, List<Entry<P>> entries, int numbers)
      throws Exception {
    RedisStore<P> store = store(link, handler);
    store.learnHorizon();
    assertThat(store.room()).isEmpty();
    store.add(entries, List.of(new RunEnd(entries.get(0).key().run(), 1)));
    store.commit();
    RedisStoreReader reader = new RedisStoreReader(handler, link, handler.name(), () -> {});
    assertThat(CountedStore.asMap(reader)).hasSize(numbers);
    assertThat(reader.lines()).isEqualTo(entries.size());
    assertThat(CountedStore.runs(reader)).hasSize(1);
    assertThat(reader.queries().rows("words")).isNotNull();
    assertThat(reader.queries().rowCount("skier:7")).isNotNegative();
    assertThat(reader.queries().number("Likes:17")).isNotNegative();
    assertThat(reader.queries().number("words", "all")).isNotNegative();
    assertThat(reader.queries().contains("Swipers", "1")).isFalse();
    assertThat(reader.queries().members("Swiper:1", 5)).isEmpty();
    store.forget(Long.MAX_VALUE);
    assertThat(CountedStore.runs(reader)).isEmpty();
  }

  /** The page's rules, without the word "user". */
  private static List<String> rules() {
    try {
      String page = Files.readString(PAGE);
      int first = page.indexOf("user counter ");
      String block = page.substring(first, page.indexOf("```", first));
      return List.of(block.strip().split("\\s+")).subList(1, block.strip().split("\\s+").length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
