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
import java.util.ArrayList;
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
import pipeline.consumer.store.RunTotals;
import pipeline.consumer.store.StoreContract;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.identity.RunId;

/** Counts in a file keep the promises of every store, though hardly anything is in memory. */
class FileStoreTest implements StoreContract {
  private static final FileLimits TINY =
      new FileLimits(4_000, 40, 100_000, 0, System::currentTimeMillis);

  private static final Map<String, String> WORDS = subject("wordcount", "wordcount");

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
   * A file of the last consumer.jar that kept all words in memory: 404 lines of one run in four
   * chunks, ten of a run whose id tells no start, a copy of each, and a forgotten run.
   */
  @Test
  void aStateWhoseWordsAreInTheOrderOfCharsIsReadAndGoesOn() throws Exception {
    RunId run = RunId.parse("01a2340d0c007abc8000000000000000");
    RunId forgotten = RunId.parse("01a19467e80070018000000000000001");
    useTwice(
        "format-1",
        (store, counts) -> {
          List<String> words = new ArrayList<>();
          counts.forEachCount(count -> words.add(count.name()));
          assertThat(words)
              .startsWith("all", "gone", "w0")
              .endsWith("w9", "été", "\uFF5E", "\uD83D\uDE00");
          assertThat(CountedStore.asMap(counts))
              .containsAllEntriesOf(
                  Map.of("all", 414L, "gone", 1L, "\uFF5E", 4L, "\uD83D\uDE00", 10L));
          assertThat(counts.runTotals(0)).isEqualTo(new RunTotals(415, 2, 2, List.of()));
          assertThat(CountedStore.runs(counts))
              .extracting(RunFigures::run, RunFigures::lines, RunFigures::highest)
              .containsExactly(
                  tuple(Entries.RUN, 10L, 9L), tuple(run, 404L, (long) Integer.MAX_VALUE));
          for (int seq : new int[] {399, 70_000, 200_001, Integer.MAX_VALUE}) {
            assertThat(store.add(List.of(line(run, seq, "again")), List.of()).counted()).isZero();
          }
          assertThat(store.add(Entries.range(0, 10), List.of()).counted()).isZero();
          assertThat(store.add(List.of(line(forgotten, 0, "gone")), List.of()).forgotten())
              .isEqualTo(1);
        });
    folder.use(WORDS, StateFolder.LIMITS, (store, counts) -> store.forget(Long.MAX_VALUE));
    folder.use(
        WORDS,
        StateFolder.LIMITS,
        (store, counts) -> assertThat(CountedStore.runs(counts)).isEmpty());
  }

  private void useTwice(String fixture, StateFolder.Use use) throws Exception {
    try (StateDirectory ours = StateDirectory.open(folder.path)) {
      for (String name : List.of("counts.mv", "acked")) {
        try (InputStream file = getClass().getResourceAsStream(fixture + "/" + name)) {
          Files.copy(file, ours.file(name));
        }
      }
    }
    folder.use(WORDS, StateFolder.LIMITS, use);
    folder.use(WORDS, StateFolder.LIMITS, use);
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
