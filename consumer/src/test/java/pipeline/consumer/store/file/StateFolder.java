package pipeline.consumer.store.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.wire.codec.Entry;

/** A state directory under test that is opened, used and closed again and again. */
final class StateFolder {
  static final Map<String, String> SUBJECT = Map.of("workload", "wordcount", "queue", "q");

  static final FileLimits LIMITS = FileLimits.of(1 << 20, System::currentTimeMillis);

  final Path path;

  StateFolder(Path path) {
    this.path = path;
  }

  interface Use {
    void with(FileStore<Map<String, Integer>> store, StoreReader counts) throws Exception;
  }

  /**
   * Opens the directory as a new process would, and closes it as kill -9 would: without a commit.
   */
  void use(Use use) throws Exception {
    use(SUBJECT, LIMITS, use);
  }

  void use(Map<String, String> subject, FileLimits limits, Use use) throws Exception {
    try (StateDirectory directory = StateDirectory.open(path);
        FileStore<Map<String, Integer>> store =
            FileStore.open(directory, subject, new WordCountHandler(), limits)) {
      use.with(store, store.reader());
    }
  }

  Map<String, Long> counts() throws Exception {
    Map<String, Long> found = new TreeMap<>();
    use((store, counts) -> found.putAll(CountedStore.asMap(counts)));
    return found;
  }

  void addAndCommit(List<Entry<Map<String, Integer>>> entries) throws Exception {
    use(
        (store, counts) -> {
          store.add(entries, List.of());
          store.commit();
        });
  }

  Path state() {
    return path.resolve("counts.mv");
  }

  Path watermark() {
    return path.resolve("acked");
  }

  /** Copies the directory as a crash at this moment would leave it, in place of an earlier copy. */
  StateFolder copyTo(Path target) throws Exception {
    StateFolder copy = new StateFolder(target);
    StateDirectory.open(target).close();
    Files.copy(state(), copy.state(), StandardCopyOption.REPLACE_EXISTING);
    Files.copy(watermark(), copy.watermark(), StandardCopyOption.REPLACE_EXISTING);
    return copy;
  }
}
