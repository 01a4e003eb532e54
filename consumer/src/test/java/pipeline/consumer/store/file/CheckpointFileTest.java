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

  private static final List<RunId> RUNS = List.of(Entries.RUN, new RunId(1, 1));

  @TempDir private Path temp;
  private Path path;
  private Path midway;

  @BeforeEach
  void paths() {
    path = temp.resolve("counts.mv");
    midway = temp.resolve("midway.mv");
  }

  /** All that a file holds, which is intact. */
  private static List<?> content(Path path) throws Exception {
    try (CheckpointFile file = CheckpointFile.open(path, SMALL)) {
      file.check(StateFolder.SUBJECT);
      try (StateSnapshot read = file.snapshot()) {
        Map<String, RoaringBitmap> chunks = new TreeMap<>();
        read.chunks().forEach((key, bytes) -> chunks.put(key, StateSnapshot.seqs(bytes)));
        return List.of(
            new TreeMap<>(read.counts()),
            chunks,
            new TreeMap<>(read.runs()),
            read.horizonMillis(),
            file.checkpoint());
      }
    }
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

  /**
   * Random changes, or the forgetting of all runs, which copy the file before they are all made.
   */
  private Changes changes(int step, Random random) {
    if (step % 5 == 0) {
      return Changes.forgetting(copying(RUNS), step, step);
    }
    Map<String, Long> words = new TreeMap<>();
    for (int i = random.nextInt(2_000); i >= 0; i--) {
      words.put("a-longer-word-" + random.nextInt(9_000), random.nextLong());
    }
    RoaringBitmap seqs = new RoaringBitmap();
    IntStream.range(0, 30_000).forEach(i -> seqs.add(2 * i + random.nextInt(2)));
    List<Map.Entry<String, byte[]>> chunks =
        IntStream.range(0, random.nextInt(80))
            .mapToObj(i -> new SeqChunk(new ChunkKey(Entries.RUN, i), seqs).stored())
            .toList();
    List<Map.Entry<String, String>> runs =
        RUNS.stream().map(run -> Map.entry(run.toString(), step + " 1 7 3")).toList();
    return new Changes(
        List.copyOf(words.entrySet()), chunks, copying(runs), List.of(), step, step / 5);
  }

  /** A crash interrupts some of the checkpoints; at the end the file is copied. */
  @ParameterizedTest
  @ValueSource(longs = {SMALL, 1 << 30})
  void whatACrashLeavesIsTheCheckpointBeforeHoweverOftenItComes(long versionBytes)
      throws Exception {
    Random random = new Random(1);
    write(1, random, versionBytes);
    int divided = 0;
    int forgettingDivided = 0;
    for (int step = 2; step < 40; step++) {
      List<?> before = content(path);
      long bytes = Files.size(path);
      boolean forgets = write(step, random, versionBytes);
      boolean isDivided = Files.size(midway) > bytes;
      divided += isDivided && !forgets ? 1 : 0;
      forgettingDivided += isDivided && forgets ? 1 : 0;
      assertThat(content(midway)).as("step %d", step).isEqualTo(before);
      if (random.nextInt(3) == 0) {
        Files.move(midway, path, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    assertThat(divided > 0).isEqualTo(versionBytes == SMALL);
    assertThat(forgettingDivided > 0).isEqualTo(versionBytes == SMALL);
    Path copied = temp.resolve("copy.mv");
    try (CheckpointFile source = CheckpointFile.open(path, SMALL);
        CheckpointFile copy = CheckpointFile.open(copied, SMALL)) {
      copy.copy(source);
    }
    assertThat(content(copied)).isEqualTo(content(path));
  }

  /** Writes random changes as a checkpoint, which then holds them; tells if it forgets runs. */
  private boolean write(int step, Random random, long versionBytes) throws Exception {
    Changes changes = changes(step, random);
    boolean forgets = !changes.forgotten().isEmpty();
    try (CheckpointFile file = CheckpointFile.open(path, versionBytes)) {
      file.write(changes, step, StateFolder.SUBJECT);
      try (StateSnapshot read = file.snapshot()) {
        assertHolds(read.counts(), changes.counts());
        assertHolds(read.chunks(), changes.chunks());
        for (RunId run : RUNS) {
          String figures = forgets ? null : step + " 1 7 3";
          assertThat(read.runs().get(run.toString())).isEqualTo(figures);
        }
        assertThat(read.runs().isEmpty() && read.chunks().isEmpty()).isEqualTo(forgets);
      }
    }
    return forgets;
  }

  private static <V> void assertHolds(Map<String, V> map, List<Map.Entry<String, V>> entries) {
    entries.forEach(entry -> assertThat(map.get(entry.getKey())).isEqualTo(entry.getValue()));
  }
}
