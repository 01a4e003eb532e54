package pipeline.consumer.store.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.Room;
import pipeline.consumer.store.Store;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.store.memory.Changes;
import pipeline.consumer.store.memory.Counting;
import pipeline.consumer.store.memory.WorkingCounts;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/**
 * Counts in the files of {@code --state DIR}, with those in memory that are being worked on; or all
 * of them in memory, where they end with the process.
 *
 * <p>What a failed commit was to write waits for the next one. If a write has failed, as on a full
 * disk, the file is opened again as after a crash, and written on as soon as there is room. If
 * forcing it to the disk has failed, the kernel may take pages for written that are not; so all is
 * copied to a new file then.
 *
 * @param <P> the payload of an entry
 */
public final class FileStore<P> implements Store<P> {
  private static final String STATE = "counts.mv";
  private static final String NEW_STATE = "counts.new";
  private static final String WATERMARK = "acked";
  private static final String NEW_WATERMARK = "acked.new";
  private static final int FORGOTTEN_AT_ONCE = 1_000;

  /** Null if all is in memory. */
  private final StateDirectory directory;

  private final Map<String, String> subject;
  private final Counting<P> counting;
  private final FileLimits limits;
  private final CurrentFile file = new CurrentFile();
  private final Object gate = new Object();
  private WorkingCounts<P> counts;
  private AckWatermark watermark;
  private boolean mustCopy;
  private long checkpoint;

  /** Guarded by {@link #gate}. */
  private boolean isStopped;

  private FileStore(
      StateDirectory directory,
      Map<String, String> subject,
      Counting<P> counting,
      FileLimits limits) {
    this.directory = directory;
    this.subject = subject;
    this.counting = counting;
    this.limits = limits;
  }

  /**
   * Opens the state.
   *
   * @param subject what the counts are of, such as the queue's name; must be the same as before
   * @throws StateException if what was acked before is not all there
   */
  public static <P> FileStore<P> open(
      StateDirectory directory,
      Map<String, String> subject,
      Counting<P> counting,
      FileLimits limits)
      throws StateException {
    FileStore<P> store = new FileStore<>(directory, subject, counting, limits);
    try {
      store.open();
      store.begin();
      return store;
    } catch (IOException | StateException e) {
      store.close();
      throw new StateException("cannot use --state " + directory + ": " + e.getMessage(), e);
    }
  }

  /** Empty counts in memory. */
  public static <P> FileStore<P> inMemory(Counting<P> counting, FileLimits limits) {
    FileStore<P> store = new FileStore<>(null, Map.of(), counting, limits);
    try {
      store.file.set(CheckpointFile.inMemory());
    } catch (IOException e) {
      throw new IllegalStateException("there is no file that could fail", e);
    }
    store.begin();
    return store;
  }

  private void begin() {
    counts = new WorkingCounts<>(counting, file, limits.cache(), limits.clock());
  }

  private void open() throws IOException, StateException {
    boolean hasState = Files.exists(directory.file(STATE), LinkOption.NOFOLLOW_LINKS);
    openWatermark(hasState);
    long acked = watermark.read();
    if (!hasState) {
      if (acked > 0) {
        throw new StateException(STATE + " is missing, though messages were acked");
      }
      replaceFile(fresh -> fresh.write(Changes.none(), List.of(), checkpoint, subject));
      return;
    }
    Path path = directory.file(STATE);
    if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new StateException(STATE + " is not a file");
    }
    CheckpointFile found = openFile(path);
    file.set(found);
    try {
      found.check(subject);
    } catch (StateException e) {
      throw new StateException(STATE + ": " + e.getMessage(), e);
    }
    checkpoint = found.checkpoint();
    if (checkpoint < acked) {
      throw new StateException(
          STATE
              + " was cut short or is an older copy: it knows checkpoint "
              + checkpoint
              + ", but messages were acked up to "
              + acked);
    }
    if (found.isFirstFormat()) {
      replaceFile(fresh -> fresh.copy(found));
    }
  }

  private CheckpointFile openFile(Path path) throws IOException {
    return CheckpointFile.open(path, limits.versionBytes());
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

  private interface Filling {
    void fill(CheckpointFile fresh) throws IOException;
  }

  private void replaceFile(Filling filling) throws IOException {
    Path path = directory.file(NEW_STATE);
    Files.deleteIfExists(path);
    CheckpointFile fresh = openFile(path);
    try {
      filling.fill(fresh);
      directory.replace(STATE, NEW_STATE);
    } catch (IOException e) {
      fresh.close();
      Files.deleteIfExists(path);
      throw e;
    }
    file.set(fresh);
  }

  @Override
  public void awaitRoom() throws InterruptedException {
    if (isFull()) {
      synchronized (gate) {
        while (isFull()) {
          if (isStopped) {
            throw new InterruptedException("the store was full when it was stopped");
          }
          gate.wait();
        }
      }
    }
  }

  private boolean isFull() {
    return counts.isFull() || (directory == null && file.bytes() >= limits.roomBytes());
  }

  @Override
  public void stopWaiting() {
    synchronized (gate) {
      isStopped = true;
      gate.notifyAll();
    }
  }

  @Override
  public Added<P> add(List<Entry<P>> entries, List<RunEnd> ends) {
    return counts.add(entries, ends);
  }

  @Override
  public boolean isCommitDue() {
    return counts.isCommitDue();
  }

  @Override
  public synchronized void commit() throws IOException {
    CheckpointFile present = usableFile();
    write(present, counts.drain(), List.of());
  }

  private void write(CheckpointFile present, Changes changes, List<RunId> forgotten)
      throws IOException {
    checkpoint++;
    try {
      present.write(changes, forgotten, checkpoint, subject);
    } catch (IOException e) {
      if (directory == null) {
        throw new IllegalStateException("there is no file that could fail", e);
      }
      counts.putBack();
      mustCopy |= e instanceof VersionedMaps.SyncException;
      file.set(null);
      reopen();
      throw e;
    }
    counts.committed();
    synchronized (gate) {
      gate.notifyAll();
    }
    if (watermark != null) {
      watermark.write(checkpoint);
    }
  }

  /** So that counts can be read and loaded, also while nothing can be written. */
  private void reopen() {
    try {
      file.set(openFile(directory.file(STATE)));
    } catch (IOException e) {
      // the next commit tries again, and says why it cannot
    }
  }

  private CheckpointFile usableFile() throws IOException {
    if (file.get() == null) {
      file.set(openFile(directory.file(STATE)));
    }
    if (mustCopy) {
      CheckpointFile unsure = file.get();
      replaceFile(fresh -> fresh.copy(unsure));
      mustCopy = false;
    }
    return file.get();
  }

  @Override
  public long nowMillis() {
    return limits.clock().getAsLong();
  }

  @Override
  public synchronized void forget(long startedBeforeMillis) throws IOException {
    List<RunId> forgotten;
    do {
      CheckpointFile present = usableFile();
      List<RunId> old = present.runsOlderThan(startedBeforeMillis, FORGOTTEN_AT_ONCE);
      forgotten = new ArrayList<>();
      if (!old.isEmpty()) {
        try (StateSnapshot before = present.snapshot()) {
          write(present, counts.drainWithout(old, before::chunkIndices, forgotten), forgotten);
        }
      }
    } while (!forgotten.isEmpty());
  }

  @Override
  public Optional<Room> room() {
    if (directory == null) {
      return Optional.of(
          new Room(
              file.bytes(),
              limits.roomBytes(),
              "the heap's share for counts is used up: give more heap (-Xmx), or --state, or --store"));
    }
    long used = directory.file(STATE).toFile().length();
    long free = directory.file(STATE).toFile().getUsableSpace();
    return Optional.of(
        new Room(used, used + free, "the disk of --state " + directory + " is full"));
  }

  /** Reads what the last commit left. */
  public StoreReader reader() {
    return new FileReader(file::snapshot, counting.rowName());
  }

  @Override
  public void close() {
    file.set(null);
    if (watermark != null) {
      watermark.close();
    }
  }
}
