package pipeline.consumer.store.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.Store;
import pipeline.consumer.store.memory.InMemoryCounts;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunEnd;

/**
 * Counts in memory, and with each commit in the files of {@code --state DIR}. The memory is
 * authoritative: after a failed write the file is abandoned and a new one is written in full, since
 * neither MVStore nor, after a failed fsync, the kernel says which parts of it are good.
 *
 * @param <P> the payload of an entry
 */
public final class FileStore<P> implements Store<P> {
  private static final String STATE = "counts.mv";
  private static final String NEW_STATE = "counts.new";
  private static final String WATERMARK = "acked";
  private static final String NEW_WATERMARK = "acked.new";

  private final StateDirectory directory;
  private final Map<String, String> subject;
  private final InMemoryCounts<P> counts;
  private AckWatermark watermark;
  private CheckpointFile file;
  private long checkpoint;

  private FileStore(
      StateDirectory directory, Map<String, String> subject, InMemoryCounts<P> counts) {
    this.directory = directory;
    this.subject = subject;
    this.counts = counts;
  }

  /**
   * Opens the state and fills {@code counts} with it.
   *
   * @param subject what the counts are of, such as the queue's name; must be the same as before
   * @throws StateException if what was acked before is not all there
   */
  public static <P> FileStore<P> open(
      StateDirectory directory, Map<String, String> subject, InMemoryCounts<P> counts)
      throws StateException {
    FileStore<P> store = new FileStore<>(directory, subject, counts);
    try {
      store.open();
      return store;
    } catch (IOException | StateException e) {
      store.close();
      throw new StateException("cannot use --state " + directory + ": " + e.getMessage(), e);
    }
  }

  private void open() throws IOException, StateException {
    boolean hasState = Files.exists(directory.file(STATE), LinkOption.NOFOLLOW_LINKS);
    openWatermark(hasState);
    long acked = watermark.read();
    if (!hasState) {
      if (acked > 0) {
        throw new StateException(STATE + " is missing, though messages were acked");
      }
      replaceFile();
      return;
    }
    Path path = directory.file(STATE);
    if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new StateException(STATE + " is not a file");
    }
    file = CheckpointFile.open(path);
    try {
      checkpoint = file.load(counts, subject);
    } catch (StateException e) {
      throw new StateException(STATE + ": " + e.getMessage(), e);
    }
    if (checkpoint < acked) {
      throw new StateException(
          STATE
              + " was cut short or is an older copy: it knows checkpoint "
              + checkpoint
              + ", but messages were acked up to "
              + acked);
    }
  }

  /** The watermark is made before the state file, so a state file without one has lost it. */
  private void openWatermark(boolean hasState) throws IOException, StateException {
    if (Files.exists(directory.file(WATERMARK), LinkOption.NOFOLLOW_LINKS)) {
      watermark = AckWatermark.open(directory.file(WATERMARK));
    } else if (hasState) {
      throw new StateException(WATERMARK + " is missing beside " + STATE);
    } else {
      watermark = AckWatermark.create(directory.file(NEW_WATERMARK), 0);
      directory.replace(WATERMARK, NEW_WATERMARK);
    }
  }

  @Override
  public Added<P> add(List<Entry<P>> entries, List<RunEnd> ends) {
    return counts.add(entries, ends);
  }

  @Override
  public synchronized void commit() throws IOException {
    checkpoint++;
    if (file == null) {
      replaceFile();
    } else {
      appendCheckpoint();
    }
    watermark.write(checkpoint);
  }

  private void appendCheckpoint() throws IOException {
    try {
      file.write(counts.checkpoint(), checkpoint, subject);
    } catch (IOException e) {
      file.close();
      file = null;
      throw e;
    }
  }

  private void replaceFile() throws IOException {
    Path path = directory.file(NEW_STATE);
    Files.deleteIfExists(path);
    CheckpointFile fresh = CheckpointFile.open(path);
    try {
      fresh.write(counts.fullCheckpoint(), checkpoint, subject);
      directory.replace(STATE, NEW_STATE);
    } catch (IOException e) {
      fresh.close();
      Files.deleteIfExists(path);
      throw e;
    }
    file = fresh;
  }

  @Override
  public long nowMillis() {
    return counts.nowMillis();
  }

  @Override
  public void forget(long startedBeforeMillis) throws IOException {
    counts.forget(startedBeforeMillis);
    commit();
  }

  @Override
  public void close() {
    if (file != null) {
      file.close();
    }
    if (watermark != null) {
      watermark.close();
    }
  }
}
