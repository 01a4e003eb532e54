package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.memory.CheckpointDelta;
import pipeline.consumer.store.memory.CountsFixture;
import pipeline.consumer.store.memory.InMemoryCounts;

class CheckpointFileTest {
  @TempDir private Path temp;

  /** One run, and when it is looked at, a copy of the file as a crash in this moment leaves it. */
  private static final class CopyingRuns extends AbstractList<CheckpointDelta.Run> {
    private final Path file;
    private final Path copy;

    CopyingRuns(Path file, Path copy) {
      this.file = file;
      this.copy = copy;
    }

    @Override
    public CheckpointDelta.Run get(int index) {
      try {
        Files.copy(file, copy);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new CheckpointDelta.Run(Entries.RUN, 0, 0, Collections.emptyNavigableSet());
    }

    @Override
    public int size() {
      return 1;
    }
  }

  private static CheckpointDelta delta(List<NamedCount> words, List<CheckpointDelta.Run> runs) {
    return new CheckpointDelta(words, List.of(), runs, List.of(), 0, words.size());
  }

  private static Map<String, Long> read(Path path) throws Exception {
    InMemoryCounts<Map<String, Integer>> counts = CountsFixture.words();
    try (CheckpointFile file = CheckpointFile.open(path)) {
      file.load(counts, StateFolder.SUBJECT);
    }
    return CountsFixture.asMap(counts);
  }

  @Test
  void aCheckpointLargerThanAnyBufferIsStillOneStep() throws Exception {
    Path path = temp.resolve("counts.mv");
    Path midway = temp.resolve("midway.mv");
    List<NamedCount> many =
        IntStream.range(0, 300_000).mapToObj(i -> new NamedCount("a-longer-word-" + i, i)).toList();
    try (CheckpointFile file = CheckpointFile.open(path)) {
      file.write(delta(List.of(new NamedCount("first", 1)), List.of()), 1, StateFolder.SUBJECT);
      file.write(delta(many, new CopyingRuns(path, midway)), 2, StateFolder.SUBJECT);
    }
    assertThat(read(midway)).isEqualTo(Map.of("first", 1L));
    assertThat(read(path)).hasSize(300_001);
  }
}
