package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static pipeline.consumer.store.Entries.line;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Room;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.wire.identity.RunId;

/** Lines for which a store has no room wait, and are counted when it has. */
class StoreRoomTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private static FileStore<Map<String, Integer>> inMemory(long roomBytes) {
    return FileStore.inMemory(
        new WordCountHandler(), new FileLimits(1 << 20, 1_000, 0, roomBytes, () -> 0));
  }

  private static RunId run(long startMillis) {
    return RunId.startingAt(startMillis, new SecureRandom());
  }

  private Future<Integer> addWhenThereIsRoom(FileStore<Map<String, Integer>> store, int seq) {
    return threads.submit(
        () -> {
          store.awaitRoom();
          return store.add(List.of(line(seq, "more")), List.of()).counted();
        });
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

      Future<Integer> waiting = addWhenThereIsRoom(store, 0);
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

  @Test
  void whatWasNotCommittedIsBoundedByTheCache(@TempDir Path temp) throws Exception {
    FileLimits limits = new FileLimits(20_000, 1_000, 1 << 20, 0, () -> 0);
    new StateFolder(temp.resolve("state"))
        .use(
            StateFolder.SUBJECT,
            limits,
            (store, counts) -> {
              int added = 0;
              while (!store.isCommitDue()) {
                store.awaitRoom();
                store.add(List.of(line(added, "word" + added++)), List.of());
              }
              assertThat(added).isBetween(10, 60);
              store.add(
                  List.of(line(1_000, "x".repeat(3_000) + " " + "y".repeat(3_000))), List.of());
              Future<Integer> waiting = addWhenThereIsRoom(store, 2_000);
              await().during(Duration.ofMillis(50)).until(() -> !waiting.isDone());
              store.commit();
              assertThat(waiting.get()).isEqualTo(1);
              assertThat(store.isCommitDue()).isFalse();
            });
  }

  @Test
  void aStoreThatIsStoppedKeepsNobodyWaiting() throws Exception {
    try (FileStore<Map<String, Integer>> store = inMemory(2_000)) {
      fill(store);
      Future<Integer> waiting = addWhenThereIsRoom(store, 0);
      store.stopWaiting();
      assertThatThrownBy(waiting::get).hasCauseInstanceOf(InterruptedException.class);
      assertThatThrownBy(store::awaitRoom).isInstanceOf(InterruptedException.class);
      store.commit();
    }
  }

  @Test
  void aStateHasTheRoomOfItsDisk(@TempDir Path temp) throws Exception {
    new StateFolder(temp.resolve("state"))
        .use(
            (store, counts) -> {
              Room room = store.room().orElseThrow();
              assertThat(room.used()).isPositive();
              assertThat(room.limit())
                  .isGreaterThan(room.used())
                  .isLessThanOrEqualTo(room.used() + temp.toFile().getTotalSpace());
              assertThat(room.remedy()).contains("--state " + temp);
            });
  }
}
