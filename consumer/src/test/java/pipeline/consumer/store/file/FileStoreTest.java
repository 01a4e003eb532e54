package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static pipeline.consumer.store.Lines.line;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.consumer.store.Limits;
import pipeline.consumer.store.Lines;
import pipeline.consumer.store.memory.CountsFixture;
import pipeline.consumer.store.memory.DedupIndex;
import pipeline.consumer.store.memory.InMemoryCounts;
import pipeline.consumer.workload.WordCountHandler;

class FileStoreTest {
  @TempDir private Path temp;
  private StateFolder folder;

  @BeforeEach
  void folder() {
    folder = new StateFolder(temp.resolve("state"));
  }

  @Test
  void whatIsCommittedIsThereAgainAndNothingElse() throws Exception {
    folder.use(
        (store, counts) -> {
          store.add(List.of(line(0, "a b a"), line(0, "a b a")));
          store.commit();
          store.add(List.of(line(1, "lost")));
        });
    folder.use(
        (store, counts) -> {
          assertThat(CountsFixture.asMap(counts)).isEqualTo(Map.of("a", 2L, "b", 1L));
          assertThat(counts.lines()).isEqualTo(1);
          assertThat(counts.runs().get(0).duplicates()).isEqualTo(1);
          assertThat(store.add(List.of(line(0, "a b a"))).counted()).isZero();
          assertThat(store.add(List.of(line(1, "found"))).counted()).isEqualTo(1);
        });
  }

  @Test
  void manyCommitsLeaveASmallFileAndTheExactCounts() throws Exception {
    folder.use(
        (store, counts) -> {
          for (int i = 0; i < 300; i++) {
            store.add(Lines.range(i * 20, i * 20 + 20));
            store.commit();
          }
        });
    assertThat(folder.counts()).hasSize(11).containsEntry("all", 6_000L);
    assertThat(Files.size(folder.state())).isLessThan(1 << 20);
  }

  @Test
  void oldRunsLeaveTheFileToo() throws Exception {
    AtomicLong now = new AtomicLong(1_000);
    Limits limits = new Limits(10, 1 << 20, 1 << 20, Duration.ofDays(1));
    DedupIndex runs = new DedupIndex(limits, now::get, now::get);
    WordCountHandler words = new WordCountHandler();
    InMemoryCounts<Map<String, Integer>> aging =
        new InMemoryCounts<>(words.newTotals(), words::apply, runs, limits.wordBytes());
    try (StateDirectory directory = StateDirectory.open(folder.path);
        FileStore<Map<String, Integer>> store =
            FileStore.open(directory, StateFolder.SUBJECT, aging)) {
      store.add(List.of(line(0, "a")));
      store.commit();
      now.addAndGet(Duration.ofDays(2).toMillis());
      store.commit();
    }
    folder.use(
        (store, counts) -> {
          assertThat(counts.runs()).isEmpty();
          assertThat(CountsFixture.asMap(counts)).isEqualTo(Map.of("a", 1L));
          assertThat(counts.lines()).isEqualTo(1);
        });
  }

  @Test
  void countsOfAnotherQueueAreRefused() throws Exception {
    folder.addAndCommit(Lines.range(0, 10));
    try (StateDirectory directory = StateDirectory.open(folder.path)) {
      assertThatThrownBy(
              () ->
                  FileStore.open(
                      directory,
                      Map.of("workload", "wordcount", "queue", "other"),
                      CountsFixture.words()))
          .isInstanceOf(StateException.class)
          .hasMessageContaining("its queue is q, not other");
    }
  }
}
