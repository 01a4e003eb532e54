package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.store.memory.WorkingCounts.CacheLimits;
import pipeline.wire.codec.Entry;

/**
 * Any history of deliveries, commits and kills ends with the counts of the set of delivered
 * numbers.
 */
class FileStorePropertyTest {

  /** An event in the life of a store. */
  sealed interface Action {
    /**
     * Lines {@code from} to {@code from + length - 1} arrive, some perhaps again.
     *
     * @param together as one entry, or each as its own
     */
    record Add(int from, int length, boolean together) implements Action {
      List<Entry<Map<String, Integer>>> entries() {
        int to = from + length;
        return together ? List.of(Entries.together(from, to)) : Entries.range(from, to);
      }
    }

    record Commit() implements Action {}

    /** The process dies and starts again. */
    record Kill() implements Action {}
  }

  @Provide
  Arbitrary<List<Action>> histories() {
    Arbitrary<Action> add =
        Combinators.combine(
                Arbitraries.integers().between(65_500, 65_560),
                Arbitraries.integers().between(1, 30),
                Arbitraries.of(true, false))
            .as(Action.Add::new);
    return Arbitraries.frequencyOf(
            Tuple.of(6, add),
            Tuple.of(3, Arbitraries.just(new Action.Commit())),
            Tuple.of(2, Arbitraries.just(new Action.Kill())))
        .list()
        .ofMaxSize(30);
  }

  /**
   * Limits from nothing in memory and several versions for each checkpoint, to everything in one.
   */
  @Provide
  Arbitrary<FileLimits> limits() {
    return Combinators.combine(
            Arbitraries.of(100L, 3_000L, 1L << 20), Arbitraries.of(4_096L, 1L << 30))
        .as(
            (cache, version) ->
                new FileLimits(
                    new CacheLimits(cache, 1_000), version, 0, System::currentTimeMillis));
  }

  @Property(tries = 60)
  void countsEqualTheModel(
      @ForAll("histories") List<Action> history, @ForAll("limits") FileLimits limits)
      throws Exception {
    Path temp = Files.createTempDirectory("consumer-property");
    try {
      replay(history, limits, new StateFolder(temp.resolve("state")));
    } finally {
      delete(temp);
    }
  }

  private static void replay(List<Action> history, FileLimits limits, StateFolder folder)
      throws Exception {
    Set<Integer> durable = new HashSet<>();
    List<Action> left = new ArrayList<>(history);
    while (!left.isEmpty()) {
      folder.use(
          StateFolder.SUBJECT, limits, (store, counts) -> live(left, store, counts, durable));
    }
    folder.use((store, counts) -> assertEqual(counts, durable));
  }

  /** Runs one process's life, up to a kill or the end of the history. */
  private static void live(
      List<Action> left,
      FileStore<Map<String, Integer>> store,
      StoreReader counts,
      Set<Integer> durable)
      throws Exception {
    Set<Integer> seen = new HashSet<>(durable);
    while (!left.isEmpty()) {
      Action action = left.remove(0);
      if (action instanceof Action.Add add) {
        store.add(add.entries());
        for (int i = 0; i < add.length(); i++) {
          seen.add(add.from() + i);
        }
      } else if (action instanceof Action.Commit) {
        store.commit();
        durable.addAll(seen);
        assertEqual(counts, durable);
      } else {
        return;
      }
    }
  }

  private static void assertEqual(StoreReader counts, Set<Integer> model) {
    assertThat(counts.lines()).isEqualTo(model.size());
    assertThat(CountedStore.sum(counts)).isEqualTo(2L * model.size());
    assertThat(CountedStore.runs(counts).stream().mapToLong(RunFigures::lines).sum())
        .isEqualTo(model.size());
    for (int digit = 0; digit < 10; digit++) {
      int last = digit;
      long expected = model.stream().filter(seq -> seq % 10 == last).count();
      assertThat(CountedStore.asMap(counts).getOrDefault("w" + digit, 0L)).isEqualTo(expected);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
