package pipeline.consumer.store.file;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
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
 * of them in memory, where they end with the process. What a failed commit was to write waits for
 * the next one.
 *
 * @param <P> the payload of an entry
 */
public final class FileStore<P> implements Store<P> {
  private static final int FORGOTTEN_AT_ONCE = 1_000;

  /** The state directory; null if the counts are in memory only. */
  private final StateDirectory directory;

  private final CurrentFile file;
  private final Counting<P> counting;
  private final FileLimits limits;
  private final WorkingCounts<P> counts;
  private final Object gate = new Object();

  /** Whether an error has ended a commit, so that the content of the file is unknown. */
  private volatile boolean isUnsure;

  /** Whether the wait for room has been ended for good. Guarded by {@link #gate}. */
  private boolean isStopped;

  private FileStore(
      StateDirectory directory, CurrentFile file, Counting<P> counting, FileLimits limits) {
    this.directory = directory;
    this.file = file;
    this.counting = counting;
    this.limits = limits;
    this.counts = new WorkingCounts<>(counting, file, limits.cache(), limits.clock());
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
    CurrentFile file = CurrentFile.open(directory, subject, limits.versionBytes());
    return new FileStore<>(directory, file, counting, limits);
  }

  /** Makes empty counts in memory. */
  public static <P> FileStore<P> inMemory(Counting<P> counting, FileLimits limits) {
    return new FileStore<>(null, CurrentFile.inMemory(), counting, limits);
  }

  private boolean isInMemory() {
    return directory == null;
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
    return counts.isFull() || (isInMemory() && file.bytes() >= limits.roomBytes());
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
    if (isUnsure) {
      throw new IllegalStateException("an error has ended a commit");
    }
    return counts.add(entries, ends);
  }

  @Override
  public boolean isCommitDue() {
    return counts.isCommitDue();
  }

  /**
   * Commits to the file. In memory a commit makes nothing more durable, so it waits until one is
   * due or the counts are read.
   */
  @Override
  public void commit() throws IOException {
    if (!isInMemory() || isCommitDue()) {
      save();
    }
  }

  private synchronized void save() throws IOException {
    write(counts::drain, List.of());
  }

  private void write(Supplier<Changes> drain, List<RunId> forgotten) throws IOException {
    boolean isSure = false;
    try {
      file.write(drain.get(), forgotten);
      isSure = true;
    } catch (IOException e) {
      counts.putBack();
      isSure = true;
      throw e;
    } finally {
      isUnsure |= !isSure;
    }
    counts.committed();
    synchronized (gate) {
      gate.notifyAll();
    }
  }

  @Override
  public long nowMillis() {
    return limits.clock().getAsLong();
  }

  @Override
  public synchronized void forget(long startedBeforeMillis) throws IOException {
    if (isInMemory()) {
      save();
    }
    List<RunId> forgotten;
    do {
      List<RunId> old = file.runsOlderThan(startedBeforeMillis, FORGOTTEN_AT_ONCE);
      forgotten = new ArrayList<>();
      if (!old.isEmpty()) {
        List<RunId> removed = forgotten;
        try (StateSnapshot before = file.snapshot()) {
          write(() -> counts.drainWithout(old, before::chunkIndices, removed), removed);
        }
      }
    } while (!forgotten.isEmpty());
  }

  @Override
  public Optional<Room> room() {
    if (isInMemory()) {
      saveInMemory();
      return Optional.of(
          new Room(
              file.bytes(),
              limits.roomBytes(),
              "the heap's share for counts is used up: give more heap (-Xmx), or --state, or --store"));
    }
    File state = file.path().toFile();
    long used = state.length();
    return Optional.of(
        new Room(
            used,
            used + state.getUsableSpace(),
            "the disk of --state " + directory + " is full: make room on it"));
  }

  /** A reader of the counts of the last commit; in memory, of all additions. */
  public StoreReader reader() {
    return new FileReader(this::snapshot, counting.rowName());
  }

  private StateSnapshot snapshot() {
    if (isInMemory()) {
      saveInMemory();
    }
    return file.snapshot();
  }

  private void saveInMemory() {
    try {
      save();
    } catch (IOException e) {
      throw new IllegalStateException("there is no file that could fail", e);
    }
  }

  @Override
  public void close() {
    file.close();
  }
}
