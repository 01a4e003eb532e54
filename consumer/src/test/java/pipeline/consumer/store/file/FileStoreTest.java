package pipeline.consumer.store.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static pipeline.consumer.store.Entries.line;

import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.lang3.function.Failable;
import org.h2.mvstore.DataUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.Room;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.StoreContract;
import pipeline.consumer.workload.WorkloadHandler;

/** Counts in a file keep the promises of every store, though hardly anything is in memory. */
class FileStoreTest implements StoreContract {
  private static final FileLimits TINY =
      new FileLimits(4_000, 40, 100_000, 0, System::currentTimeMillis);

  @TempDir private Path temp;
  private StateFolder folder;
  private StateDirectory directory;
  private FileStore<?> opened;

  @BeforeEach
  void folder() {
    folder = new StateFolder(temp.resolve("state"));
  }

  @AfterEach
  void close() {
    if (directory != null) {
      opened.close();
      directory.close();
    }
  }

  @Override
  public <P> Opened<P> open(WorkloadHandler<P> handler) throws Exception {
    close();
    directory = StateDirectory.open(temp.resolve(handler.name()));
    FileStore<P> store = FileStore.open(directory, subject(handler.name(), "q"), handler, TINY);
    opened = store;
    return new Opened<>(store, store.reader());
  }

  private static Map<String, String> subject(String workload, String queue) {
    return Map.of("workload", workload, "queue", queue);
  }

  @ParameterizedTest
  @CsvSource({"wordcount, other, queue is q", "swipe-counts, q, workload is wordcount"})
  void countsOfAnotherQueueOrWorkloadAreRefused(String workload, String queue, String found)
      throws Exception {
    folder.addAndCommit(Entries.range(0, 10));
    assertThatThrownBy(
            () -> folder.use(subject(workload, queue), StateFolder.LIMITS, (store, counts) -> {}))
        .isInstanceOf(StateException.class)
        .hasMessageContaining("its " + found + ", not ");
  }

  @Test
  void aStateOfAnotherFormatIsRefused() throws Exception {
    folder.use(Map.of("format", "1"), StateFolder.LIMITS, (store, counts) -> {});
    assertThatThrownBy(folder::counts)
        .isInstanceOf(StateException.class)
        .hasMessageEndingWith("counts.mv: its format is 1, not 2");
  }

  @Test
  void aFileThatWasWrittenByAClockFortyDaysAheadUsesItsSpaceAgain() throws Exception {
    folder.addAndCommit(List.of(line(0, "all")));
    moveCreation(-Duration.ofDays(40).toMillis());
    folder.addAndCommit(List.of(line(0, "all"), line(1, "all")));
    moveCreation(Duration.ofDays(40).toMillis());
    folder.use(
        (store, counts) -> {
          for (int i = 0; i < 300; i++) {
            store.add(Entries.range(i * 20, i * 20 + 20), List.of());
            store.commit();
          }
        });
    assertThat(folder.counts()).hasSize(11).containsEntry("all", 6_000L);
    assertThat(Files.size(folder.state())).isLessThan(1 << 20);
  }

  /** Shifts all times in the file, which count from its creation, by moving that. */
  private void moveCreation(long millis) throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(folder.state().toFile(), "rw")) {
      for (int header : new int[] {0, 4_096}) {
        byte[] block = new byte[4_096];
        file.seek(header);
        file.readFully(block);
        String[] parts = new String(block, ISO_8859_1).split("created:|,format|,fletcher", -1);
        String moved = Long.toHexString(Long.parseLong(parts[1], 16) + millis);
        String text = parts[0] + "created:" + moved + ",format" + parts[2];
        int check = DataUtils.getFletcher32(text.getBytes(ISO_8859_1), 0, text.length());
        file.seek(header);
        file.write((text + ",fletcher:" + Integer.toHexString(check) + "\n").getBytes(ISO_8859_1));
      }
    }
  }

  /**
   * A file of release 1.0: 404 lines of one run in four chunks, ten of a run whose id tells no
   * start, a copy of each, and a forgotten run.
   */
  @Test
  void aStateOfTheFirstReleaseIsReadAndGoesOn() throws Exception {
    StateDirectory.open(folder.path).close();
    for (Path file : List.of(folder.state(), folder.watermark())) {
      try (InputStream saved = getClass().getResourceAsStream("format-2/" + file.getFileName())) {
        Files.copy(saved, file);
      }
    }
    folder.use(
        subject("wordcount", "wordcount"),
        StateFolder.LIMITS,
        (store, counts) -> {
          assertThat(store.add(Entries.range(0, 10), List.of()).counted()).isZero();
          assertThat(CountedStore.asMap(counts))
              .containsAllEntriesOf(
                  Map.of("all", 414L, "gone", 1L, "\uFF5E", 4L, "\uD83D\uDE00", 10L));
          assertThat(CountedStore.runs(counts))
              .extracting(RunFigures::lines, RunFigures::highest, RunFigures::duplicates)
              .containsExactly(tuple(10L, 9L, 1L), tuple(404L, (long) Integer.MAX_VALUE, 1L));
        });
  }

  @Test
  void whatIsReadIsOneCheckpoint() throws Exception {
    folder.use(
        (store, counts) -> {
          store.add(Entries.range(0, 5_000), List.of());
          store.commit();
          AtomicInteger read = new AtomicInteger();
          counts.forEachCount(
              Failable.asConsumer(
                  count -> {
                    for (int i = 0; i < 10; i++) {
                      int seq = 5_000 + read.getAndIncrement();
                      store.add(List.of(line(seq, "w" + seq % 10)), List.of());
                      store.commit();
                    }
                    assertThat(count.count()).isEqualTo(count.name().equals("all") ? 5_000 : 500);
                  }));
        });
  }

  @Test
  void whatWasNotCommittedIsBoundedByTheCache() throws Exception {
    FileLimits limits = new FileLimits(20_000, 1_000, 1 << 20, 0, () -> 0);
    folder.use(
        StateFolder.SUBJECT,
        limits,
        (store, counts) -> {
          int added = 0;
          while (!store.isCommitDue()) {
            store.awaitRoom();
            store.add(List.of(line(added, "word" + added++)), List.of());
          }
          assertThat(added).isBetween(10, 60);
          store.add(List.of(line(1_000, "x".repeat(3_000) + " " + "y".repeat(3_000))), List.of());
          CompletableFuture<Integer> waiting = MemoryStoreTest.addWhenThereIsRoom(store, 2_000);
          await().during(Duration.ofMillis(50)).until(() -> !waiting.isDone());
          store.commit();
          assertThat(waiting.get()).isEqualTo(1);
          assertThat(store.isCommitDue()).isFalse();
        });
  }

  @Test
  void aStateHasTheRoomOfItsDisk() throws Exception {
    folder.use(
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
