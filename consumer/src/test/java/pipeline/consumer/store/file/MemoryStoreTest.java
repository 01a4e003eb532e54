package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static pipeline.consumer.store.Entries.line;

import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.commons.lang3.function.Failable;
import org.junit.jupiter.api.Test;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Room;
import pipeline.consumer.store.StoreContract;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.identity.RunId;

/**
 * Counts in memory keep the promises of every store, and cost little. Lines for which they have no
 * room wait, and are counted when they have.
 */
class MemoryStoreTest implements StoreContract {
  @Override
  public <P> Opened<P> open(WorkloadHandler<P> handler) {
    FileLimits limits = FileLimits.of(1 << 20, System::currentTimeMillis);
    FileStore<P> store = FileStore.inMemory(handler, limits);
    return new Opened<>(store, store.reader());
  }

  @Override
  public boolean isDurable() {
    return false;
  }

  private static FileStore<Map<String, Integer>> words(FileLimits limits) {
    return FileStore.inMemory(new WordCountHandler(), limits);
  }

  /**
   * Commits to memory make nothing durable, and writing the changes takes a fifth of the consumer's
   * time.
   */
  @Test
  void aCommitWritesNothingUntilMuchHasChanged() throws Exception {
    AtomicInteger written = new AtomicInteger();
    LongSupplier clock = written::incrementAndGet;
    FileLimits limits = new FileLimits(1 << 20, 10, 0, 1 << 20, clock);
    try (var store = words(limits)) {
      store.add(List.of(line(0, "a")), List.of());
      store.commit();
      assertThat(written).hasValue(0);
      assertThat(store.reader().lines()).isEqualTo(1);
      assertThat(written).hasValue(1);
      store.add(List.of(line(1, "b c d e f g h i j k")), List.of());
      assertThat(store.isCommitDue()).isTrue();
      store.commit();
      assertThat(written).hasValue(2);
      assertThat(store.isCommitDue()).isFalse();
    }
  }

  @Test
  void afterAnErrorWhileItIsReadNothingIsCounted() {
    LongSupplier clock =
        () -> {
          throw new OutOfMemoryError("on purpose");
        };
    try (var store = words(FileLimits.of(1 << 20, clock))) {
      store.add(List.of(line(0, "a")), List.of());
      StoreReader reader = store.reader();
      assertThatThrownBy(reader::lines).isInstanceOf(OutOfMemoryError.class);
      assertThatThrownBy(() -> store.add(List.of(line(1, "a")), List.of()))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void theRunsSeenLastComeFirst() {
    AtomicLong now = new AtomicLong(1_000);
    try (var store = words(FileLimits.of(1 << 20, now::get))) {
      for (int id : new int[] {3, 1, 2, 1}) {
        store.add(List.of(line(new RunId(0, id), 0, "a")), List.of());
        store.reader().lines();
        now.incrementAndGet();
      }
      assertThat(store.reader().runTotals(2).recent())
          .extracting(run -> run.run().low())
          .containsExactly(1L, 2L);
      assertThat(store.reader().runTotals(9).recent()).hasSize(3);
    }
  }

  private static FileStore<Map<String, Integer>> inMemory(long roomBytes) {
    return words(new FileLimits(1 << 20, 1_000, 0, roomBytes, () -> 0));
  }

  private static RunId run(long startMillis) {
    return RunId.startingAt(startMillis, new SecureRandom());
  }

  static CompletableFuture<Integer> addWhenThereIsRoom(
      FileStore<Map<String, Integer>> store, int seq) {
    return CompletableFuture.supplyAsync(
        Failable.asSupplier(
            () -> {
              store.awaitRoom();
              return store.add(List.of(line(seq, "more")), List.of()).counted();
            }),
        task -> new Thread(task, "adder").start());
  }

  private static void fill(FileStore<Map<String, Integer>> store) throws Exception {
    long start = 1;
    while (!store.room().orElseThrow().isFull()) {
      store.awaitRoom();
      store.add(List.of(line(run(start++), 0, "a")), List.of());
      store.commit();
    }
  }

  @Test
  void aFullMemoryTakesNoMoreUntilThereIsRoom() throws Exception {
    try (FileStore<Map<String, Integer>> store = inMemory(5_000)) {
      fill(store);
      Room full = store.room().orElseThrow();
      assertThat(full.remedy()).contains("-Xmx", "--state", "--store");
      long lines = store.reader().lines();
      assertThat(lines).isGreaterThan(5);

      CompletableFuture<Integer> waiting = addWhenThereIsRoom(store, 0);
      store.commit();
      assertThat(waiting).isNotDone();
      store.forget(3);
      assertThat(waiting.get()).isEqualTo(1);
      store.commit();
      assertThat(store.reader().lines()).isEqualTo(lines + 1);
      assertThat(store.room().orElseThrow().used()).isLessThan(full.used());
    }
  }

  @Test
  void whatIsForgottenGivesBackAllThatItTook() throws Exception {
    try (FileStore<Map<String, Integer>> store = inMemory(1 << 20)) {
      store.add(List.of(line(run(5_000), 0, "a")), List.of());
      store.commit();
      long before = store.room().orElseThrow().used();
      for (int seq = 0; seq < 400_000; seq += 40_000) {
        store.add(List.of(line(run(1_000), seq, "a"), line(new RunId(2, 0), seq, "a")), List.of());
      }
      store.commit();
      assertThat(store.room().orElseThrow().used()).isGreaterThan(before + 2_000);
      store.forget(2_000);
      assertThat(CountedStore.runs(store.reader())).hasSize(1);
      // the numbers of lines and times have more digits
      assertThat(store.room().orElseThrow().used()).isBetween(before, before + 20);
    }
  }
}
