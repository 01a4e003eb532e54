package pipeline.consumer.store.file;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableSupplier;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.Counting;
import pipeline.consumer.store.Room;
import pipeline.consumer.store.Store;
import pipeline.consumer.store.StoreReader;
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

  /** The changes that a failed commit was to write; null if there was none. */
  private Changes unwritten;

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
    this.counts = new WorkingCounts<>(counting, file, limits);
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
    orUnsure(
        () -> {
          writeChanges();
          counts.committed();
          return null;
        });
    openGate();
  }

  private void writeChanges() throws IOException {
    // a drain would wait for lines whose counts are being loaded from a file that is away
    file.usable();
    if (unwritten != null) {
      file.write(unwritten);
    }
    unwritten = counts.drain();
    file.write(unwritten);
    unwritten = null;
  }

  private <T> T orUnsure(FailableSupplier<T, IOException> task) throws IOException {
    try {
      return task.get();
    } catch (RuntimeException | Error e) {
      isUnsure = true;
      throw e;
    }
  }

  private void openGate() {
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
    do {
      save();
    } while (orUnsure(() -> counts.alone(() -> forgetSome(startedBeforeMillis))));
    openGate();
  }

  /** Forgets some old runs while nothing is added; false if there is none. */
  private boolean forgetSome(long startedBeforeMillis) throws IOException {
    writeChanges();
    List<RunId> old = file.usable().runsOlderThan(startedBeforeMillis, FORGOTTEN_AT_ONCE);
    if (!old.isEmpty()) {
      // the horizon comes before the write: a write that fails may be durable, and then it is, too
      file.write(counts.forget(old));
    }
    return !old.isEmpty();
  }

  @Override
  public Optional<Room> room() {
    if (isInMemory()) {
      saveInMemory();
      return Optional.of(
          new Room(
              file.bytes(),
              limits.roomBytes(),
              "the heap's share for counts is used up: give more heap (-Xmx), or --state, or"
                  + " --store"));
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
    return new FileReader(this::snapshot, counting::rowName);
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
