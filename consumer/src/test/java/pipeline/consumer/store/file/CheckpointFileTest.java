package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

class CheckpointFileTest {
  /**
   * The bytes of a version, small enough that a checkpoint of some changes takes several versions.
   */
  private static final long SMALL = 100_000;

  @TempDir private Path temp;

  /**
   * A list of one run that copies the file when it is read, as a crash at that moment would leave
   * it.
   */
  private static final class CopyingRuns extends AbstractList<RunRecord> {
    private final Path file;
    private final Path copy;

    CopyingRuns(Path file, Path copy) {
      this.file = file;
      this.copy = copy;
    }

    @Override
    public RunRecord get(int index) {
      try {
        Files.deleteIfExists(copy);
        Files.copy(file, copy);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new RunRecord(Entries.RUN, 0, 0, 0, Collections.emptyNavigableSet());
    }

    @Override
    public int size() {
      return 1;
    }
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
      CopyingRuns copying = new CopyingRuns(path, midway);
      file.write(changes(many, copying), 2, StateFolder.SUBJECT);
      boolean isDivided = Files.size(midway) > 10 * before;
      assertThat(isDivided).isEqualTo(versionBytes == SMALL);
    }
    assertThat(read(midway)).isEqualTo(Map.of("first", 1L, "z", 5L));
    assertThat(read(path)).hasSize(20_002);
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
          CopyingRuns copying = new CopyingRuns(path, midway);
          file.write(changes(counts, copying), step, StateFolder.SUBJECT);
        }
        if (step > 1) {
          assertThat(read(midway)).as("seed %d step %d", seed, step).isEqualTo(model);
        }
        if (step > 1 && random.nextInt(3) == 0) {
          Files.move(midway, path, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        } else {
          model.putAll(changed);
        }
        assertThat(read(path)).as("seed %d step %d", seed, step).isEqualTo(model);
      }
    }
  }
}
