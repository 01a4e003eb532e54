package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.memory.Changes;
import pipeline.consumer.store.memory.RunRecord;
import pipeline.wire.identity.RunId;

/** A checkpoint becomes valid in one step, whatever interrupts it. */
class CheckpointFileTest {
  /**
   * The bytes of a version, small enough that a checkpoint of some changes takes several versions.
   */
  private static final long SMALL = 100_000;

  @TempDir private Path temp;

  /**
   * A list that copies the file when its last item is read, as a crash at that moment would leave
   * it.
   */
  private static final class Copying<T> extends AbstractList<T> {
    private final List<T> items;
    private final Path file;
    private final Path copy;

    Copying(List<T> items, Path file, Path copy) {
      this.items = items;
      this.file = file;
      this.copy = copy;
    }

    @Override
    public T get(int index) {
      if (index == items.size() - 1) {
        try {
          Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return items.get(index);
    }

    @Override
    public int size() {
      return items.size();
    }
  }

  private static RunRecord run(RunId id) {
    return new RunRecord(id, 0, 0, 0, Collections.emptyNavigableSet());
  }

  private static Changes changes(List<NamedCount> words, List<RunRecord> runs) {
    return new Changes(words, List.of(), runs, List.of(), words.size(), 0);
  }

  private static Map<String, Long> read(Path path) throws Exception {
    Map<String, Long> counts = new TreeMap<>();
    try (CheckpointFile file = CheckpointFile.open(path, SMALL)) {
      file.check(StateFolder.SUBJECT);
      try (StateSnapshot snapshot = file.snapshot()) {
        snapshot.counts().forEach(counts::put);
      }
    }
    return counts;
  }

  @ParameterizedTest
  @ValueSource(longs = {SMALL, 1 << 30})
  void aCheckpointIsOneStepHoweverManyVersionsItTakes(long versionBytes) throws Exception {
    Path path = temp.resolve("counts.mv");
    Path midway = temp.resolve("midway.mv");
    List<NamedCount> many =
        IntStream.range(0, 20_000).mapToObj(i -> new NamedCount("a-longer-word-" + i, i)).toList();
    List<NamedCount> first = List.of(new NamedCount("first", 1), new NamedCount("z", 5));
    try (CheckpointFile file = CheckpointFile.open(path, versionBytes)) {
      file.write(changes(first, List.of()), 1, StateFolder.SUBJECT);
      long before = Files.size(path);
      List<RunRecord> copying = new Copying<>(List.of(run(Entries.RUN)), path, midway);
      file.write(changes(many, copying), 2, StateFolder.SUBJECT);
      boolean isDivided = Files.size(midway) > 10 * before;
      assertThat(isDivided).isEqualTo(versionBytes == SMALL);
    }
    assertThat(read(midway)).isEqualTo(Map.of("first", 1L, "z", 5L));
    assertThat(read(path)).hasSize(20_002);
  }

  /** The process dies when the first of two runs is removed; the next one forgets both. */
  @Test
  void aForgettingThatDiesHalfWayIsTakenBackAndDoneAgain() throws Exception {
    Path path = temp.resolve("counts.mv");
    Path midway = temp.resolve("midway.mv");
    RunId other = new RunId(1, 1);
    RoaringBitmap seqs = new RoaringBitmap();
    IntStream.range(0, 30_000).forEach(i -> seqs.add(2 * i));
    List<Changes.Chunk> chunks =
        IntStream.range(0, 60).mapToObj(i -> new Changes.Chunk(Entries.RUN, i, seqs)).toList();
    List<RunRecord> runs = List.of(run(Entries.RUN), run(other));
    List<RunId> both = List.of(Entries.RUN, other);
    List<RunId> copying = new Copying<>(both, path, midway);
    long before;
    try (CheckpointFile file = CheckpointFile.open(path, SMALL)) {
      file.write(new Changes(List.of(), chunks, runs, List.of(), 2, 0), 1, StateFolder.SUBJECT);
      before = Files.size(path);
      file.write(forgetting(copying), 2, StateFolder.SUBJECT);
    }
    assertThat(Files.size(midway)).isGreaterThan(before);
    try (CheckpointFile file = CheckpointFile.open(midway, SMALL)) {
      file.check(StateFolder.SUBJECT);
      assertThat(file.runsOlderThan(10, 5)).containsExactlyInAnyOrderElementsOf(both);
      assertHolds(file, 60, 0);
      file.write(forgetting(both), 2, StateFolder.SUBJECT);
      assertThat(file.runsOlderThan(10, 5)).isEmpty();
      assertHolds(file, 0, 9);
    }
  }

  private static Changes forgetting(List<RunId> runs) {
    return new Changes(List.of(), List.of(), List.of(), runs, 2, 9);
  }

  private static void assertHolds(CheckpointFile file, int chunks, long horizonMillis) {
    try (StateSnapshot snapshot = file.snapshot()) {
      assertThat(snapshot.chunks()).hasSize(chunks);
      assertThat(snapshot.horizonMillis()).isEqualTo(horizonMillis);
    }
  }

  @Test
  void aCopyHasAllThatTheFileHasAndADamagedFileHasNone() throws Exception {
    Path path = temp.resolve("counts.mv");
    RunRecord run = new RunRecord(Entries.RUN, 3, 1, 7, new TreeSet<>(List.of(Long.valueOf(3))));
    Changes.Chunk chunk = new Changes.Chunk(Entries.RUN, 2, RoaringBitmap.bitmapOf(131_072));
    List<NamedCount> words =
        IntStream.range(0, 5_000).mapToObj(i -> new NamedCount("w" + i, i)).toList();
    try (CheckpointFile file = CheckpointFile.open(path, SMALL)) {
      Changes all = new Changes(words, List.of(chunk), List.of(run), List.of(), 3, 9);
      file.write(all, 41, StateFolder.SUBJECT);
    }
    Path copied = temp.resolve("copy.mv");
    try (CheckpointFile source = CheckpointFile.open(path, SMALL);
        CheckpointFile copy = CheckpointFile.open(copied, SMALL)) {
      copy.copy(source);
    }
    assertThat(read(copied)).isEqualTo(read(path)).hasSize(5_000);
    try (CheckpointFile copy = CheckpointFile.open(copied, SMALL);
        StateSnapshot snapshot = copy.snapshot()) {
      assertThat(copy.checkpoint()).isEqualTo(41);
      assertThat(snapshot.run(Entries.RUN)).isEqualTo(run);
      assertThat(snapshot.chunk(Entries.RUN, 2)).isEqualTo(chunk.seqs());
      assertThat(snapshot.horizonMillis()).isEqualTo(9);
    }

    byte[] bytes = Files.readAllBytes(path);
    int refused = 0;
    for (int at = 8_192 + 500; at < bytes.length; at += 4_096) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 4;
      Path file = temp.resolve("damaged.mv");
      Files.write(file, damaged);
      Files.deleteIfExists(copied);
      try (CheckpointFile source = CheckpointFile.open(file, SMALL);
          CheckpointFile copy = CheckpointFile.open(copied, SMALL)) {
        copy.copy(source);
        assertThat(read(copied)).hasSize(5_000);
      } catch (IOException e) {
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  /** The checkpoints are random, and a crash interrupts some of them. */
  @Test
  void whatACrashLeavesIsTheCheckpointBeforeHoweverOftenItComes() throws Exception {
    for (int seed = 0; seed < 6; seed++) {
      Random random = new Random(seed);
      Path path = temp.resolve("random-" + seed);
      Path midway = temp.resolve("midway-" + seed);
      Map<String, Long> model = new TreeMap<>();
      for (int step = 1; step < 12; step++) {
        Map<String, Long> changed = new TreeMap<>();
        for (int i = random.nextInt(2_000); i >= 0; i--) {
          changed.put("word" + random.nextInt(9_000), random.nextLong());
        }
        List<NamedCount> counts = new ArrayList<>();
        changed.forEach((word, count) -> counts.add(new NamedCount(word, count)));
        try (CheckpointFile file = CheckpointFile.open(path, SMALL)) {
          List<RunRecord> copying = new Copying<>(List.of(run(Entries.RUN)), path, midway);
          file.write(changes(counts, copying), step, StateFolder.SUBJECT);
        }
        if (step > 1) {
          assertThat(read(midway)).as("seed %d step %d", seed, step).isEqualTo(model);
        }
        if (step > 1 && random.nextInt(3) == 0) {
          Files.move(midway, path, StandardCopyOption.REPLACE_EXISTING);
        } else {
          model.putAll(changed);
        }
        assertThat(read(path)).as("seed %d step %d", seed, step).isEqualTo(model);
      }
    }
  }
}
