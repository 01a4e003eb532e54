package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static pipeline.consumer.store.Entries.line;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import pipeline.consumer.store.StoreContract;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.identity.RunId;

/** Counts in memory keep the promises of every store, and cost little. */
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
}
