package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static pipeline.consumer.store.Entries.line;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.Refusal;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.memory.CountsFixture;
import pipeline.wire.identity.RunId;

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
            store.add(Entries.range(i * 20, i * 20 + 20));
            store.commit();
          }
        });
    assertThat(folder.counts()).hasSize(11).containsEntry("all", 6_000L);
    assertThat(Files.size(folder.state())).isLessThan(1 << 20);
  }

  @Test
  void forgottenRunsLeaveTheFileTooAndAreNotTakenForNewOnes() throws Exception {
    RunId run = RunId.startingAt(1_000, new SecureRandom());
    folder.use(
        (store, counts) -> {
          store.add(List.of(line(run, 0, "a"), line(run, 70_000, "a"), line(0, "a")));
          store.commit();
          store.forget(1_001);
        });
    folder.use(
        (store, counts) -> {
          assertThat(counts.runs()).extracting(RunFigures::run).containsExactly(Entries.RUN);
          assertThat(CountsFixture.asMap(counts)).isEqualTo(Map.of("a", 3L));
          assertThat(counts.lines()).isEqualTo(3);
          Added<?> again = store.add(List.of(line(run, 0, "a"), line(1, "b")));
          assertThat(again.reasons()).containsOnlyKeys(Refusal.FORGOTTEN);
          assertThat(again.counted()).isEqualTo(1);
        });
  }

  /** Made by a consumer.jar of before there were horizons, from 400 lines with copies and ten. */
  @Test
  void aStateOfAnEarlierBuildIsReadAndGoesOn() throws Exception {
    RunId other = RunId.parse("01972904f8007abc8000000000000000");
    try (StateDirectory directory = StateDirectory.open(folder.path)) {
      for (String name : List.of("counts.mv", "acked")) {
        try (InputStream file = getClass().getResourceAsStream("before-horizons/" + name)) {
          Files.copy(file, directory.file(name));
        }
      }
    }
    for (int opened = 0; opened < 2; opened++) {
      folder.use(
          Map.of("workload", "wordcount", "queue", "wordcount"),
          CountsFixture.words(),
          (store, counts) -> {
            assertThat(CountsFixture.asMap(counts)).containsEntry("all", 410L);
            assertThat(CountsFixture.asMap(counts)).containsEntry("w7", 40L);
            assertThat(CountsFixture.asMap(counts)).containsEntry("été", 10L).hasSize(12);
            assertThat(counts.lines()).isEqualTo(410);
            assertThat(counts.runs())
                .extracting(RunFigures::run, RunFigures::lines, RunFigures::highest)
                .containsExactlyInAnyOrder(
                    tuple(Entries.RUN, 400L, 399L), tuple(other, 10L, 360_000L));
            assertThat(store.add(Entries.range(0, 400)).counted()).isZero();
            assertThat(store.add(List.of(line(other, 120_000, "all"))).counted()).isZero();
            store.commit();
          });
    }
  }

  @Test
  void countsOfAnotherQueueAreRefused() throws Exception {
    folder.addAndCommit(Entries.range(0, 10));
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
