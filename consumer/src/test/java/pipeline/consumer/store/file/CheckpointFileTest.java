package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.file.WorkingCounts.ChunkKey;
import pipeline.wire.identity.RunId;

/** A checkpoint becomes valid in one step, whatever interrupts it. */
class CheckpointFileTest {
  /**
   * The bytes of a version, small enough that a checkpoint of some changes takes several versions.
   */
  private static final long SMALL = 100_000;

  private static final RunId OTHER = new RunId(1, 1);

  @TempDir private Path temp;
  private Path path;
  private Path midway;

  @BeforeEach
  void paths() {
    path = temp.resolve("counts.mv");
    midway = temp.resolve("midway.mv");
  }

  /** A list that copies the file when its last item is read, as a crash then would leave it. */
  private <T> List<T> copying(List<T> items) {
    return new AbstractList<>() {
      @Override
      public T get(int index) {
        if (index == items.size() - 1) {
          try {
            Files.copy(path, midway, StandardCopyOption.REPLACE_EXISTING);
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
    };
  }

  private static Map.Entry<String, String> run(RunId id) {
    return Map.entry(id.toString(), RunState.UNKNOWN);
  }

  /** Changes of words, and then of a run, when the file is copied. */
  private Changes changes(Map<String, Long> words) {
    List<Map.Entry<String, String>> runs = copying(List.of(run(Entries.RUN)));
    return new Changes(List.copyOf(words.entrySet()), List.of(), runs, List.of(), words.size(), 0);
  }

  private static Map<String, Long> words(int number) {
    Map<String, Long> words = new TreeMap<>();
    IntStream.range(0, number).forEach(i -> words.put("a-longer-word-" + i, (long) i));
    return words;
  }

  private static Map<String, Long> read(Path path) throws Exception {
    try (CheckpointFile file = CheckpointFile.open(path, SMALL)) {
      file.check(StateFolder.SUBJECT);
      try (StateSnapshot snapshot = file.snapshot()) {
        return new TreeMap<>(snapshot.counts());
      }
    }
  }

  private void write(Changes changes, long checkpoint, long versionBytes) throws Exception {
    try (CheckpointFile file = CheckpointFile.open(path, versionBytes)) {
      file.write(changes, checkpoint, StateFolder.SUBJECT);
    }
  }

  /** The process dies when the first of two runs is removed; the next one forgets both. */
  @Test
  void aForgettingThatDiesHalfWayIsTakenBackAndDoneAgain() throws Exception {
    RoaringBitmap seqs = new RoaringBitmap();
    IntStream.range(0, 30_000).forEach(i -> seqs.add(2 * i));
    List<Map.Entry<String, byte[]>> chunks =
        IntStream.range(0, 60)
            .mapToObj(i -> new SeqChunk(new ChunkKey(Entries.RUN, i), seqs).stored())
            .toList();
    List<RunId> both = List.of(Entries.RUN, OTHER);
    List<Map.Entry<String, String>> runs = List.of(run(Entries.RUN), run(OTHER));
    write(new Changes(List.of(), chunks, runs, List.of(), 2, 0), 1, SMALL);
    long before = Files.size(path);
    write(Changes.forgetting(copying(both), 2, 9), 2, SMALL);
    assertThat(Files.size(midway)).isGreaterThan(before);
    try (CheckpointFile file = CheckpointFile.open(midway, SMALL)) {
      file.check(StateFolder.SUBJECT);
      assertThat(file.runsOlderThan(10, 5)).containsExactlyInAnyOrderElementsOf(both);
      assertHolds(file, 60, 0);
      file.write(Changes.forgetting(both, 2, 9), 2, StateFolder.SUBJECT);
      assertThat(file.runsOlderThan(10, 5)).isEmpty();
      assertHolds(file, 0, 9);
    }
  }

  private static void assertHolds(CheckpointFile file, int chunks, long horizonMillis) {
    try (StateSnapshot snapshot = file.snapshot()) {
      assertThat(snapshot.chunks()).hasSize(chunks);
      assertThat(snapshot.horizonMillis()).isEqualTo(horizonMillis);
    }
  }

  @Test
  void aCopyHasAllThatTheFileHas() throws Exception {
    Map.Entry<String, String> run = Map.entry(Entries.RUN.toString(), "3 1 7 3");
    ChunkKey key = new ChunkKey(Entries.RUN, 2);
    RoaringBitmap seqs = RoaringBitmap.bitmapOf(131_072);
    write(
        new Changes(
            List.copyOf(words(5_000).entrySet()),
            List.of(new SeqChunk(key, seqs).stored()),
            List.of(run),
            List.of(),
            3,
            9),
        41,
        SMALL);
    Path copied = temp.resolve("copy.mv");
    copy(path, copied);
    assertThat(read(copied)).isEqualTo(words(5_000));
    try (CheckpointFile copy = CheckpointFile.open(copied, SMALL);
        StateSnapshot snapshot = copy.snapshot()) {
      assertThat(copy.checkpoint()).isEqualTo(41);
      assertThat(snapshot.run(Entries.RUN).stored(7)).isEqualTo(run);
      assertThat(snapshot.chunk(key)).isEqualTo(seqs);
      assertThat(snapshot.horizonMillis()).isEqualTo(9);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (CheckpointFile source = CheckpointFile.open(from, SMALL);
        CheckpointFile copy = CheckpointFile.open(to, SMALL)) {
      copy.copy(source);
    }
  }

  /** The checkpoints are random, and a crash interrupts some of them. */
  @ParameterizedTest
  @ValueSource(longs = {SMALL, 1 << 30})
  void whatACrashLeavesIsTheCheckpointBeforeHoweverOftenItComes(long versionBytes)
      throws Exception {
    Random random = new Random(1);
    Map<String, Long> model = words(2_000);
    write(changes(model), 1, versionBytes);
    int divided = 0;
    for (int step = 2; step < 40; step++) {
      Map<String, Long> changed = new TreeMap<>();
      for (int i = random.nextInt(2_000); i >= 0; i--) {
        changed.put("word" + random.nextInt(9_000), random.nextLong());
      }
      long before = Files.size(path);
      write(changes(changed), step, versionBytes);
      divided += Files.size(midway) > before ? 1 : 0;
      assertThat(read(midway)).as("step %d", step).isEqualTo(model);
      if (random.nextInt(3) == 0) {
        Files.move(midway, path, StandardCopyOption.REPLACE_EXISTING);
      } else {
        model.putAll(changed);
      }
      assertThat(read(path)).as("step %d", step).isEqualTo(model);
    }
    assertThat(divided > 0).isEqualTo(versionBytes == SMALL);
  }
}
