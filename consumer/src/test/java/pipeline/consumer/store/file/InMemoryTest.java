package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static pipeline.consumer.store.Entries.line;
import static pipeline.consumer.store.Payloads.ride;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.store.memory.WorkingCounts.CacheLimits;
import pipeline.consumer.workload.LiftRidesHandler;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.wire.codec.Entry;
import pipeline.wire.workload.LiftRide;

class InMemoryTest {
  private final CountedStore<Map<String, Integer>> counts = CountedStore.words();

  @Test
  void countsEachLineOnce() throws Exception {
    assertThat(counts.add(List.of(line(0, "a b a"), line(1, "a"))).counted()).isEqualTo(2);
    assertThat(counts.add(List.of(line(1, "a"), line(2, "c"), line(2, "c"))).counted())
        .isEqualTo(1);

    assertThat(CountedStore.asMap(counts)).isEqualTo(Map.of("a", 3L, "b", 1L, "c", 1L));
    assertThat(counts.lines()).isEqualTo(3);
    assertThat(counts.runs())
        .containsExactly(new RunFigures(Entries.RUN, 3, 2, List.of(), 0, 2, List.of()));
  }

  @Test
  void manyThreadsWithDuplicatesCountExactly() throws Exception {
    int lines = 20_000;
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Callable<Integer>> adders = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      List<Entry<Map<String, Integer>>> shuffled = new ArrayList<>(Entries.range(0, lines));
      Collections.shuffle(shuffled, new Random(i));
      adders.add(() -> addOneByOne(shuffled));
    }
    adders.add(
        () -> {
          for (int i = 0; i < 50; i++) {
            counts.lines();
          }
          return 0;
        });

    int counted = 0;
    for (Future<Integer> adder : threads.invokeAll(adders)) {
      counted += adder.get();
    }
    threads.shutdown();

    assertThat(counted).isEqualTo(lines);
    assertThat(CountedStore.asMap(counts)).hasSize(11).containsEntry("all", (long) lines);
    assertThat(CountedStore.sum(counts)).isEqualTo(2L * lines);
    assertThat(counts.runs())
        .containsExactly(
            new RunFigures(Entries.RUN, lines, lines - 1, List.of(), 0, 7L * lines, List.of()));
  }

  private int addOneByOne(List<Entry<Map<String, Integer>>> entries) {
    int counted = 0;
    for (Entry<Map<String, Integer>> entry : entries) {
      counted += counts.add(List.of(entry)).counted();
    }
    return counted;
  }

  @Test
  void ofARangeOnlyTheLinesAreCountedThatWereNotBefore() {
    counts.add(List.of(line(3, "x"), Entries.together(5, 8)));

    assertThat(counts.add(List.of(Entries.together(0, 10))).counted()).isEqualTo(6);
    assertThat(counts.add(List.of(Entries.together(0, 10))).counted()).isZero();
    assertThat(counts.add(List.of(Entries.together(8, 12))).counted()).isEqualTo(2);
    assertThat(CountedStore.asMap(counts))
        .containsEntry("all", 11L)
        .containsEntry("x", 1L)
        .containsEntry("w0", 2L)
        .containsEntry("w5", 1L)
        .doesNotContainKey("w3");
    assertThat(counts.lines()).isEqualTo(12);
    assertThat(counts.runs())
        .containsExactly(new RunFigures(Entries.RUN, 12, 11, List.of(), 0, 4 + 10 + 2, List.of()));
  }

  @Test
  void aRangeOfRidesIsCountedLineByLine() {
    CountedStore<LiftRide> rides = CountedStore.of(new LiftRidesHandler());
    List<LiftRide> lines =
        IntStream.range(0, 4).mapToObj(seq -> ride(seq, 7, 1 + seq).lines().line(0)).toList();
    rides.add(List.of(ride(2, 7, 3)));
    rides.add(List.of(new Entry<>(ride(0, 7, 1).key(), pipeline.wire.codec.Lines.of(lines))));

    assertThat(CountedStore.asMap(rides)).containsEntry("skier:7/2022", 10L + 20 + 30 + 40);
  }

  @Test
  void threadsWithOverlappingRangesOfOtherCutsCountExactly() throws Exception {
    int lines = 200_000;
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Callable<Integer>> adders = new ArrayList<>();
    for (int cut : new int[] {1, 7, 1_000, 70_000}) {
      List<Entry<Map<String, Integer>>> ranges = new ArrayList<>();
      for (int from = 0; from < lines; from += cut) {
        ranges.add(Entries.together(from, Math.min(lines, from + cut)));
      }
      Collections.shuffle(ranges, new Random(cut));
      adders.add(() -> addOneByOne(ranges));
    }
    int counted = 0;
    for (Future<Integer> adder : threads.invokeAll(adders)) {
      counted += adder.get();
    }
    threads.shutdown();

    assertThat(counted).isEqualTo(lines);
    assertThat(CountedStore.asMap(counts)).hasSize(11).containsEntry("all", (long) lines);
    assertThat(CountedStore.sum(counts)).isEqualTo(2L * lines);
    assertThat(counts.runs())
        .containsExactly(
            new RunFigures(Entries.RUN, lines, lines - 1, List.of(), 0, 3L * lines, List.of()));
  }

  /**
   * Commits to memory make nothing durable, and writing the changes takes a fifth of the consumer's
   * time.
   */
  @Test
  void aCommitWritesNothingUntilMuchHasChanged() throws Exception {
    AtomicInteger written = new AtomicInteger();
    LongSupplier clock = written::incrementAndGet;
    FileLimits limits = new FileLimits(new CacheLimits(1 << 20, 10), 0, 1 << 20, clock);
    try (var store = FileStore.inMemory(new WordCountHandler().counting(), limits)) {
      store.add(List.of(line(0, "a")));
      store.commit();
      assertThat(written).hasValue(0);
      assertThat(store.reader().lines()).isEqualTo(1);
      assertThat(written).hasValue(1);

      store.add(List.of(line(1, "b c d e f g h i j k")));
      assertThat(store.isCommitDue()).isTrue();
      store.commit();
      assertThat(written).hasValue(2);
      assertThat(store.isCommitDue()).isFalse();
    }
  }

  @Test
  void afterAnErrorWhileItIsReadNothingIsCounted() throws Exception {
    LongSupplier clock =
        () -> {
          throw new OutOfMemoryError("on purpose");
        };
    FileLimits limits = FileLimits.of(1 << 20, clock);
    try (var store = FileStore.inMemory(new WordCountHandler().counting(), limits)) {
      store.add(List.of(line(0, "a")));
      StoreReader reader = store.reader();
      assertThatThrownBy(reader::lines).isInstanceOf(OutOfMemoryError.class);
      assertThatThrownBy(() -> store.add(List.of(line(1, "a"))))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void theSameKeyWithOtherWordsIsCountedOnce() throws Exception {
    counts.add(List.of(line(0, "first")));
    counts.add(List.of(line(0, "second")));

    assertThat(CountedStore.asMap(counts)).isEqualTo(Map.of("first", 1L));
  }

  @Test
  void wordsOfEqualHashCodesStayFast() throws Exception {
    List<String> words = new ArrayList<>(List.of(""));
    for (int i = 0; i < 14; i++) {
      List<String> longer = new ArrayList<>();
      words.forEach(word -> Collections.addAll(longer, word + "Aa", word + "BB"));
      words = longer;
    }
    long begin = System.nanoTime();
    for (int seq = 0; seq < words.size(); seq++) {
      counts.add(List.of(line(seq, words.get(seq))));
    }
    assertThat(counts.queries().rowCount("words")).isEqualTo(1 << 14);
    // a list of equal hash codes would take 1.3e8 comparisons of strings, tens of seconds
    assertThat(System.nanoTime() - begin).isLessThan(10_000_000_000L);
  }

  @Test
  void countsGrowBeyondAnInt() throws Exception {
    for (int seq = 0; seq < 3; seq++) {
      counts.add(List.of(Entry.single(line(seq, "a").key(), Map.of("a", Integer.MAX_VALUE))));
    }
    assertThat(CountedStore.asMap(counts)).isEqualTo(Map.of("a", 3L * Integer.MAX_VALUE));
  }
}
