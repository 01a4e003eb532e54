package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static pipeline.consumer.store.Entries.line;
import static pipeline.consumer.store.Payloads.ride;
import static pipeline.consumer.store.Payloads.swipe;

import java.io.IOException;
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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.IntConsumer;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.workload.LiftRidesHandler;
import pipeline.consumer.workload.SwipeCountsHandler;
import pipeline.consumer.workload.SwipeMatchesHandler;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;
import pipeline.wire.workload.Swipe;

/** The store on a real Redis that works; {@link RedisFaultsIT} has those that do not. */
class RedisStoreIT extends OnPrivateRedis {
  /**
   * Asserts that memory and Redis count the same, in the same two commits, the second with copies.
   */
  private <P> void assertAsInMemory(WorkloadHandler<P> handler, List<Entry<P>> entries)
      throws Exception {
    CountedStore<P> counts = CountedStore.of(handler);
    RedisStore<P> store = store(handler);
    int half = entries.size() / 2;
    for (List<Entry<P>> part :
        List.of(entries.subList(0, half + 1), entries.subList(half - 1, entries.size()))) {
      counts.add(part);
      counts.add(part.subList(0, 1));
      store.add(part);
      store.add(part.subList(0, 1));
      store.commit();
    }
    store.commit();

    RedisStoreReader reader = reader(handler);
    assertThat(CountedStore.asMap(reader)).isEqualTo(CountedStore.asMap(counts));
    assertThat(reader.lines()).isEqualTo(counts.lines());
    assertThat(CountedStore.runs(reader)).isEqualTo(counts.runs());
  }

  @Test
  void everyWorkloadComesToTheSameAsInMemory() throws Exception {
    Random random = new Random(1);
    assertAsInMemory(WORDS, Entries.range(0, 5_000));
    redis.ask(commands -> commands.flushall());
    assertAsInMemory(
        WORDS,
        List.of(
            Entries.together(0, 5_000),
            Entries.together(4_000, 4_100),
            line(5_000, "a"),
            Entries.together(65_000, 70_000),
            Entries.together(0, 66_000)));
    redis.ask(commands -> commands.flushall());
    assertAsInMemory(
        new LiftRidesHandler(),
        IntStream.range(0, 5_000)
            .mapToObj(seq -> ride(seq, 1 + random.nextInt(900), 1 + random.nextInt(40)))
            .toList());
    redis.ask(commands -> commands.flushall());
    assertAsInMemory(new SwipeCountsHandler(), swipes(random));
    redis.ask(commands -> commands.flushall());
    assertAsInMemory(new SwipeMatchesHandler(), swipes(random));
  }

  @Test
  void moreRowsAndMembersThanACommandTakesComeToTheSameAsInMemory() throws Exception {
    String words =
        IntStream.range(0, 2_500)
            .mapToObj(i -> ("v" + i + " ").repeat(1 + i % 3))
            .collect(Collectors.joining())
            .strip();
    assertAsInMemory(WORDS, List.of(line(0, words), line(1, words + " v0 new"), line(2, words)));
    redis.ask(commands -> commands.flushall());
    assertAsInMemory(
        new SwipeMatchesHandler(),
        IntStream.range(0, 5_001).mapToObj(seq -> swipe(seq, true, 1, seq)).toList());
  }

  private static List<Entry<Swipe>> swipes(Random random) {
    return IntStream.range(0, 5_000)
        .mapToObj(
            seq -> swipe(seq, random.nextBoolean(), 1 + random.nextInt(50), random.nextInt(300)))
        .toList();
  }

  @Test
  void twoConsumersWithOverlappingDeliveriesCountEachLineOnce() throws Exception {
    int lines = 20_000;
    ExecutorService threads = Executors.newFixedThreadPool(2);
    List<Callable<Integer>> consumers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      RedisStore<Map<String, Integer>> store = store(WORDS);
      List<Entry<Map<String, Integer>>> shuffled = new ArrayList<>(Entries.range(0, lines));
      Collections.shuffle(shuffled, new Random(i));
      consumers.add(
          () -> {
            for (int from = 0; from < lines; from += 500) {
              store.add(shuffled.subList(from, from + 500));
              store.commit();
            }
            store.commit();
            return 0;
          });
    }
    for (Future<Integer> consumer : threads.invokeAll(consumers)) {
      consumer.get();
    }
    threads.shutdown();

    RedisStoreReader reader = reader(WORDS);
    assertThat(CountedStore.asMap(reader)).hasSize(11).containsEntry("all", (long) lines);
    assertThat(CountedStore.sum(reader)).isEqualTo(2L * lines);
    assertThat(CountedStore.runs(reader))
        .containsExactly(
            new RunFigures(Entries.RUN, lines, lines - 1, List.of(), 0, lines, List.of()));
  }

  /**
   * The order of ranges, single lines, commits and restarts is random; a restart makes no commit.
   */
  @Test
  void overlappingRangesAndSinglesAcrossRestartsCountEachLineOnce() throws Exception {
    for (int seed = 0; seed < 20; seed++) {
      redis.ask(commands -> commands.flushall());
      Random random = new Random(seed);
      RedisStore<Map<String, Integer>> store = store(WORDS);
      RoaringBitmap durable = new RoaringBitmap();
      RoaringBitmap added = new RoaringBitmap();
      for (int step = 0; step < 60; step++) {
        int from = 65_000 + random.nextInt(1_000);
        int to = from + 1 + random.nextInt(random.nextInt(20) == 0 ? 9_000 : 40);
        switch (random.nextInt(8)) {
          case 0 -> {
            store.commit();
            durable.or(added);
          }
          case 1 -> {
            store = store(WORDS);
            added = durable.clone();
          }
          case 2, 3 -> {
            store.add(List.of(line(from, "all w" + from % 10)));
            added.add(from);
          }
          default -> {
            store.add(List.of(Entries.together(from, to)));
            added.add((long) from, to);
          }
        }
      }
      store.commit();
      store.commit();

      RedisStoreReader reader = reader(WORDS);
      Map<String, Long> expected = new HashMap<>(Map.of("all", added.getLongCardinality()));
      added.forEach((IntConsumer) seq -> expected.merge("w" + seq % 10, 1L, Long::sum));
      assertThat(CountedStore.asMap(reader)).as("seed %d", seed).isEqualTo(expected);
      assertThat(CountedStore.runs(reader).get(0).lines()).isEqualTo(added.getLongCardinality());
    }
  }

  @Test
  void theSameKeyWithOtherWordsIsCountedOnce() throws Exception {
    RedisStore<Map<String, Integer>> store = store(WORDS);
    store.add(List.of(line(0, "first"), line(0, "second")));
    store.commit();
    store.add(List.of(line(0, "third")));
    store.commit();

    assertThat(CountedStore.asMap(reader(WORDS))).isEqualTo(Map.of("first", 1L));
  }

  @Test
  void aLoneHighNumberCostsNoMoreThanALowOne() throws Exception {
    RedisStore<Map<String, Integer>> store = store(WORDS);
    store.add(List.of(line(Integer.MAX_VALUE, "a"), line(3, "a")));
    store.commit();

    RunFigures run = CountedStore.runs(reader(WORDS)).get(0);
    assertThat(run.lines()).isEqualTo(2);
    assertThat(run.highest()).isEqualTo(Integer.MAX_VALUE);
    assertThat(run.gaps().get(0)).isEqualTo(new RunFigures.Gap(0, 2));
    long bytes = redis.ask(commands -> commands.memoryUsage(KEYS.chunk(Entries.RUN, 32_767)));
    assertThat(bytes).isLessThan(20_000);
  }

  @Test
  void theEndsOfARunAreKeptWithItOnceEach() throws Exception {
    RedisStore<Map<String, Integer>> store = store(WORDS);
    RunId other = new RunId(0, 7);
    store.add(List.of(line(0, "a"), line(1, "a")), List.of(new RunEnd(Entries.RUN, 3)));
    store.add(List.of(), List.of(new RunEnd(other, 2), new RunEnd(other, 5)));
    store.commit();
    store.add(List.of(line(5, "a")), List.of(new RunEnd(Entries.RUN, 3), new RunEnd(other, 2)));
    store.commit();

    List<RunFigures> runs = CountedStore.runs(reader(WORDS));
    assertThat(runs)
        .extracting(RunFigures::run, RunFigures::lines, RunFigures::ends, RunFigures::missing)
        .containsExactlyInAnyOrder(
            tuple(Entries.RUN, 3L, List.of(3L), 1L), tuple(other, 0L, List.of(2L, 5L), 5L));
    assertThat(runs).extracting(RunFigures::beyond).containsExactlyInAnyOrder(1L, 0L);
  }

  @Test
  void aLineOfManyWordsIsCountedWhole() throws Exception {
    RedisStore<Map<String, Integer>> store = store(WORDS);
    Map<String, Integer> words = new HashMap<>();
    IntStream.range(0, 100_000).forEach(i -> words.put("w" + i, 1));
    store.add(
        List.of(Entry.single(new RequestKey(Entries.RUN, 0), words), line(1, "w0 été \u0000")));
    store.commit();

    assertThat(CountedStore.asMap(reader(WORDS)))
        .hasSize(100_002)
        .containsEntry("w0", 2L)
        .containsEntry("w99999", 1L)
        .containsEntry("été", 1L)
        .containsEntry("\u0000", 1L);
  }

  @Test
  void readsAnswerFromRedis() throws Exception {
    SwipeMatchesHandler handler = new SwipeMatchesHandler();
    RedisStore<Swipe> store = store(handler);
    store.add(List.of(swipe(0, true, 17, 4711), swipe(1, false, 18, 5)));
    store.commit();

    RedisStoreReader reader = reader(handler);
    assertThat(handler.reads().answer("/matches/17", reader.queries()).orElseThrow().json())
        .isEqualTo("{\"matchList\":[\"4711\"]}");
    assertThat(handler.reads().answer("/matches/18", reader.queries()).orElseThrow().json())
        .isEqualTo("{\"matchList\":[]}");
    assertThat(handler.reads().answer("/matches/19", reader.queries()).orElseThrow().status())
        .isEqualTo(404);
  }

  @Test
  void whatIsAddedDuringACommitWaitsForTheNext() throws Exception {
    RedisStore<Map<String, Integer>> store = store(WORDS);
    redis.freeze();
    store.add(List.of(line(0, "a")));
    ExecutorService committer = Executors.newSingleThreadExecutor();
    Future<?> commit =
        committer.submit(
            () -> {
              store.commit();
              return 0;
            });
    await().until(() -> store.add(List.of(line(0, "a"))).counted() == 0);
    store.add(List.of(line(1, "b")));
    redis.thaw();
    commit.get();
    committer.shutdown();
    store.commit();

    assertThat(CountedStore.asMap(reader(WORDS))).isEqualTo(Map.of("a", 1L, "b", 1L));
    assertThat(reader(WORDS).lines()).isEqualTo(2);
  }

  @Test
  void theStoreIsNotAskedWhenNothingWaits() throws IOException {
    RedisStore<Map<String, Integer>> store = store(WORDS);
    long before = redis.ask(commands -> commands.dbsize());
    store.commit();
    long after = redis.ask(commands -> commands.dbsize());
    assertThat(after).isEqualTo(before);
  }
}
