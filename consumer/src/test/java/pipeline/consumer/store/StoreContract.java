package pipeline.consumer.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.consumer.store.Entries.line;
import static pipeline.consumer.store.Entries.ride;
import static pipeline.consumer.store.Entries.swipe;
import static pipeline.consumer.store.Entries.together;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.workload.LiftRidesHandler;
import pipeline.consumer.workload.SwipeCountsHandler;
import pipeline.consumer.workload.SwipeMatchesHandler;
import pipeline.consumer.workload.Tally;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.Lines;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.workload.LiftRide;
import pipeline.wire.workload.Swipe;

/** Promises of every store: each line is counted once, and no line of a forgotten run again. */
public interface StoreContract {
  SecureRandom IDS = new SecureRandom();

  /** The beginning of a run's line in a report. */
  String LINE = "run " + Entries.RUN + " ";

  /** Starts a consumer; the one before has ended without a last commit. */
  <P> Opened<P> open(WorkloadHandler<P> handler) throws Exception;

  /** Whether counts outlive the process. */
  default boolean isDurable() {
    return true;
  }

  /** A store and what it has committed. */
  record Opened<P>(Store<P> store, StoreReader reader) {
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    final Added<P> count(Entry<P>... entries) throws IOException {
      return count(Arrays.asList(entries));
    }

    Added<P> count(List<Entry<P>> entries, RunEnd... ends) throws IOException {
      Added<P> added = store.add(entries, List.of(ends));
      store.commit();
      return added;
    }

    Map<String, Long> counts() {
      return CountedStore.asMap(reader);
    }

    List<RunFigures> runs() {
      return CountedStore.runs(reader);
    }

    /** The lines of all runs in a report. */
    List<String> lines() {
      return runs().stream().map(RunFigures::line).toList();
    }
  }

  private Opened<Map<String, Integer>> words() throws Exception {
    return open(new WordCountHandler());
  }

  private Opened<Map<String, Integer>> restarted(Opened<Map<String, Integer>> words)
      throws Exception {
    return isDurable() ? words() : words;
  }

  @Test
  default void eachLineIsCountedOnce() throws Exception {
    Opened<Map<String, Integer>> words = words();
    words.count(line(0, "a b a"), line(1, "a"));
    words.count(line(1, "a"), line(2, "c"), line(2, "other words under the same key"));
    words.count(line(2, "others"));
    assertThat(words.counts()).isEqualTo(Map.of("a", 3L, "b", 1L, "c", 1L));
    assertThat(words.reader().lines()).isEqualTo(3);
    assertThat(words.lines()).containsExactly(LINE + "lines=3 of=? missing=0 duplicates=3");
    assertThat(Tally.of(words.reader(), new WordCountHandler(), 2).top())
        .containsExactly(new NamedCount("a", 3), new NamedCount("b", 1));
    assertAnswer(words, new WordCountHandler(), "/textbody/wordcount/a", "{\"message\":3}");
  }

  @Test
  default void aLineOfManyWordsIsCountedWholeAndReadInTheOrderOfBytes() throws Exception {
    Map<String, Integer> many =
        new HashMap<>(Map.of("été", 1, "\u0000", 1, "\uFFFD😀", 1, "😀", 1));
    IntStream.range(0, 2_500).forEach(i -> many.put("w" + i, 1 + i % 3));
    Opened<Map<String, Integer>> words = words();
    words.count(Entry.single(new RequestKey(Entries.RUN, 0), many));
    words.count(Entry.single(new RequestKey(Entries.RUN, 1), many), line(2, "new"));
    Map<String, Long> expected = new HashMap<>(Map.of("new", 1L));
    many.forEach((word, count) -> expected.put(word, 2L * count));
    assertThat(words.counts()).isEqualTo(expected);
    assertThat(List.copyOf(words.counts().keySet()))
        .isSortedAccordingTo(
            Comparator.comparing((String word) -> word.getBytes(UTF_8), Arrays::compareUnsigned));
    assertThat(words.reader().queries().rowCount("words")).isEqualTo(2_505);
  }

  @Test
  default void everyNumberOfARunIsNewOnceAndTheFiguresProveWhatIsMissing() throws Exception {
    Opened<Map<String, Integer>> words = words();
    int last = Integer.MAX_VALUE;
    for (int copy = 0; copy < 2; copy++) {
      words.count(line(2, "a"), line(7, "a"), line(65_535, "a"), line(65_536, "a"));
      Lines<Map<String, Integer>> two = Lines.of(List.of(Map.of("b", 1), Map.of("a", 1)));
      words.count(line(last, "a"), new Entry<>(new RequestKey(Entries.RUN, last - 1), two));
    }
    assertThat(words.lines())
        .containsExactly(
            LINE
                + "lines=6 of=? missing=2147483642 duplicates=8"
                + " gaps=0-1,3-6,8-65534,65537-2147483645");
    assertThat(words.counts()).isEqualTo(Map.of("a", 5L, "b", 1L));
  }

  /** Three threads add all lines, each in another order and other pieces, beside commits. */
  @Test
  default void manyThreadsWithCopiesCountExactly() throws Exception {
    int lines = 3_000;
    Opened<Map<String, Integer>> words = words();
    AtomicInteger adding = new AtomicInteger(3);
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int thread = 0; thread < 3; thread++) {
      List<Entry<Map<String, Integer>>> shuffled = new ArrayList<>();
      for (int seq = 0; seq < lines; seq++) {
        RunId run = new RunId(7, seq % 30);
        shuffled.add(line(run, seq / 30 % 5 << 16 | seq, "single s" + seq % 400));
      }
      int cut = 1 + thread * 170;
      for (int from = 0; from < lines; from += cut) {
        shuffled.add(together(from, Math.min(lines, from + cut)));
      }
      Collections.shuffle(shuffled, new Random(thread));
      tasks.add(
          () -> {
            for (Entry<Map<String, Integer>> entry : shuffled) {
              words.store().awaitRoom();
              words.store().add(List.of(entry), List.of());
            }
            adding.decrementAndGet();
            return null;
          });
    }
    tasks.add(
        () -> {
          do {
            words.store().commit();
          } while (adding.get() > 0);
          words.store().commit();
          return null;
        });
    CountedStore.runAtOnce(tasks);

    Opened<Map<String, Integer>> again = restarted(words);
    Map<String, Long> expected = new HashMap<>(Map.of("all", 3_000L, "single", 3_000L));
    for (int seq = 0; seq < lines; seq++) {
      expected.merge("w" + seq % 10, 1L, Long::sum);
      expected.merge("s" + seq % 400, 1L, Long::sum);
    }
    assertThat(again.counts()).isEqualTo(expected);
    RunTotals totals = again.reader().runTotals(0);
    assertThat(totals).isEqualTo(new RunTotals(2L * lines, 31, 4L * lines, List.of()));
    assertThat(again.runs().stream().mapToLong(RunFigures::lines).sum()).isEqualTo(2L * lines);
  }

  /** The order of ranges, single lines, commits, restarts and forgetting is random. */
  @Test
  default void anyHistoryOfDeliveriesCommitsAndKillsCountsEachLineOnce() throws Exception {
    for (int seed = 0; seed < 20; seed++) {
      RunId run = new RunId(9, seed);
      Random random = new Random(seed);
      Opened<Map<String, Integer>> words = words();
      RoaringBitmap durable = new RoaringBitmap();
      RoaringBitmap added = new RoaringBitmap();
      for (int step = 0; step < 60; step++) {
        int from = 65_000 + random.nextInt(1_000);
        int to = from + 1 + random.nextInt(random.nextInt(20) == 0 ? 9_000 : 40);
        switch (random.nextInt(8)) {
          case 0 -> {
            words.store().commit();
            durable.or(added);
          }
          case 1 -> {
            words = restarted(words);
            added = isDurable() ? durable.clone() : added;
          }
          default -> {
            words.store().add(List.of(range(run, from, to, seed)), List.of());
            added.add((long) from, to);
          }
        }
      }
      words.store().commit();
      Map<String, Long> expected = new HashMap<>();
      for (int seq : added) {
        expected.merge("all" + seed, 1L, Long::sum);
        expected.merge("w" + seq % 10 + seed, 1L, Long::sum);
      }
      assertThat(words.counts()).as("seed %d", seed).containsAllEntriesOf(expected);
      assertThat(words.runs())
          .filteredOn(figures -> figures.run().equals(run))
          .extracting(RunFigures::lines)
          .containsExactly(added.getLongCardinality());
    }
  }

  private static Entry<Map<String, Integer>> range(RunId run, int from, int to, int seed) {
    List<Map<String, Integer>> lines =
        IntStream.range(from, to)
            .mapToObj(seq -> Map.of("all" + seed, 1, "w" + seq % 10 + seed, 1))
            .toList();
    return new Entry<>(new RequestKey(run, from), Lines.of(lines));
  }

  @Test
  default void ridesAddUpBySkierSeasonAndDay() throws Exception {
    LiftRidesHandler handler = new LiftRidesHandler();
    Opened<LiftRide> rides = open(handler);
    LiftRide often = ride(0, 7, 21).lines().line(0);
    LiftRide once = ride(0, 8, 40).lines().line(0);
    rides.count(ride(1, 7, 21));
    rides.count(new Entry<>(ride(0, 7, 21).key(), Lines.of(List.of(often, often, once))));
    assertThat(rides.counts())
        .isEqualTo(
            Map.of(
                "skier:7/2022", 420L,
                "skier:8/2022", 400L,
                "day:2:2022:1/7", 420L,
                "day:2:2022:1/8", 400L,
                "rides:7/2/2022/1/217/21", 2L,
                "rides:8/2/2022/1/217/40", 1L));
    assertTally(rides, handler, "{skiers=2, vertical=820}");
    assertAnswer(
        rides,
        handler,
        "/skiers/7/vertical",
        "{\"seasons\":[{\"season\":\"2022\",\"vertical\":420}]}");
    assertAnswer(rides, handler, "/resorts/2/seasons/2022/day/1/skiers", "{\"message\":2}");
  }

  @Test
  default void swipesAreCountedByTheOneAndRememberedByTheOther() throws Exception {
    SwipeCountsHandler counts = new SwipeCountsHandler();
    Opened<Swipe> counted = opened(counts);
    assertThat(counted.counts())
        .isEqualTo(Map.of("Likes:17", 2L, "Dislikes:17", 1L, "Dislikes:18", 1L));
    assertTally(counted, counts, "{likes=2, dislikes=2}");
    assertAnswer(counted, counts, "/stats/17", "{\"numLikes\":2,\"numDislikes\":1}");

    SwipeMatchesHandler matches = new SwipeMatchesHandler();
    Opened<Swipe> matched = opened(matches);
    assertThat(matched.counts())
        .isEqualTo(Map.of("Swipers/17", 1L, "Swipers/18", 1L, "Swiper:17/4711", 1L));
    assertTally(matched, matches, "{swipers=2, matches=1}");
    assertAnswer(matched, matches, "/matches/17", "{\"matchList\":[\"4711\"]}");
    assertAnswer(matched, matches, "/matches/18", "{\"matchList\":[]}");
    CounterQueries queries = matched.reader().queries();
    assertThat(matches.reads().answer("/matches/19", queries).orElseThrow().status())
        .isEqualTo(404);
    assertThat(matches.reads().answer("/stats/17", queries)).isEmpty();

    matched.count(IntStream.range(9, 2_509).mapToObj(seq -> swipe(seq, true, 1, seq)).toList());
    assertThat(matched.counts()).hasSize(4 + 2_500).containsEntry("Swiper:1/2508", 1L);
    assertThat(queries.members("Swiper:1", 100)).hasSize(100);
    assertThat(queries.contains("Swiper:1", "2508")).isTrue();
    assertThat(queries.contains("Swiper:1", "2509")).isFalse();
  }

  private Opened<Swipe> opened(WorkloadHandler<Swipe> handler) throws Exception {
    Opened<Swipe> swipes = open(handler);
    swipes.count(swipe(0, true, 17, 4711), swipe(1, true, 17, 4711));
    swipes.count(swipe(2, false, 17, 5), swipe(3, false, 18, 5), swipe(3, false, 18, 5));
    return swipes;
  }

  private static void assertTally(Opened<?> opened, WorkloadHandler<?> handler, String figures) {
    assertThat(Tally.of(opened.reader(), handler, 0).figures()).hasToString(figures);
  }

  private static void assertAnswer(
      Opened<?> opened, WorkloadHandler<?> handler, String path, String json) {
    assertThat(handler.reads().answer(path, opened.reader().queries()).orElseThrow().json())
        .isEqualTo(json);
  }

  @Test
  default void theEndsOfARunAreKeptWithItOnceEach() throws Exception {
    RunId other = new RunId(0, 7);
    Opened<Map<String, Integer>> words = words();
    words.count(List.of(line(0, "a"), line(1, "a")), new RunEnd(Entries.RUN, 3));
    words.count(List.of(), new RunEnd(other, 5), new RunEnd(other, 2));
    words = restarted(words);
    words.count(List.of(line(5, "a")), new RunEnd(Entries.RUN, 3), new RunEnd(other, 2));
    assertThat(restarted(words).lines())
        .containsExactlyInAnyOrder(
            LINE + "lines=3 of=3 missing=1 duplicates=0 gaps=2-4 beyond=1",
            "run " + other + " lines=0 of=2,5 missing=5 duplicates=0 gaps=0-4");
  }

  static long before(long days) {
    return System.currentTimeMillis() - Duration.ofDays(days).toMillis();
  }

  static RunId startedBefore(long days) {
    return RunId.startingAt(before(days), IDS);
  }

  private static void assertForgotten(Opened<Map<String, Integer>> words, RunId run)
      throws IOException {
    RunEnd end = new RunEnd(run, 1);
    Added<Map<String, Integer>> added = words.count(List.of(line(run, 0, "again")), end);
    assertThat(added.forgotten()).isEqualTo(2);
    assertThat(added.refusedEnds()).containsExactly(end);
    assertThat(words.counts()).doesNotContainKey("again");
    assertThat(words.runs()).extracting(RunFigures::run).doesNotContain(run);
  }

  private static void assertCounted(Opened<Map<String, Integer>> words, RunId... runs)
      throws IOException {
    for (RunId run : runs) {
      assertThat(words.count(line(run, 0, "a")).refused()).isEmpty();
    }
    assertThat(words.runs()).extracting(RunFigures::run).contains(runs);
  }

  private static void assertCopy(Opened<Map<String, Integer>> words, RunId run) throws IOException {
    assertThat(words.count(line(run, 0, "again")).refused()).isEmpty();
    assertThat(words.counts()).doesNotContainKey("again");
  }

  @Test
  default void aRunIsForgottenByItsStartAndItsCountsStay() throws Exception {
    Opened<Map<String, Integer>> words = words();
    RunId old = startedBefore(40);
    RunId younger = startedBefore(38);
    assertCounted(words, old, younger);
    words.count(line(old, 200_000, "a"));
    words.store().forget(before(41));
    assertCopy(words, old);
    words.store().forget(before(39));
    for (int start = 0; start < 2; start++) {
      assertForgotten(words, old);
      assertCopy(words, younger);
      assertThat(words.counts()).isEqualTo(Map.of("a", 3L));
      assertThat(words.reader().lines()).isEqualTo(3);
      words = restarted(words);
    }
  }

  /** The horizon never goes back, whatever is forgotten later. */
  @Test
  default void anUnknownRunThatBeganNoLaterThanAForgottenOneMayBeThatOne() throws Exception {
    Opened<Map<String, Integer>> words = words();
    RunId late = startedBefore(300);
    RunId kept = startedBefore(39);
    assertCounted(words, startedBefore(400), late, kept);
    words.store().forget(late.startMillis() + 1);
    words.store().forget(before(350));
    for (int start = 0; start < 2; start++) {
      assertForgotten(words, late);
      assertForgotten(words, startedBefore(301));
      assertCounted(words, startedBefore(299));
      assertCopy(words, kept);
      words = restarted(words);
    }
  }

  @Test
  default void aRunThatIsRememberedIsNeverJudgedByItsStart() throws Exception {
    Opened<Map<String, Integer>> words = words();
    RunId old = startedBefore(300);
    RunId inTheFuture = startedBefore(-1_000);
    assertCounted(words, old, inTheFuture, startedBefore(301));
    words.store().forget(old.startMillis());
    assertCopy(words, old);
    assertCopy(words, inTheFuture);
    assertThat(words.count(line(old, 1, "a")).refused()).isEmpty();
  }

  @Test
  default void anIdThatTellsNoStartLivesFromWhenItWasLastSeen() throws Exception {
    Opened<Map<String, Integer>> words = words();
    RunId without = new RunId(1, 1);
    assertCounted(words, without);
    words.store().forget(before(1));
    words = restarted(words);
    assertCopy(words, without);
    words.store().forget(before(-1));
    assertThat(words.runs()).isEmpty();
    assertCounted(words, startedBefore(4_000), without);
  }
}
