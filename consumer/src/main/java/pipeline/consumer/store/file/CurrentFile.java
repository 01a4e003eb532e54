package pipeline.consumer.store.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.apache.commons.lang3.function.FailableConsumer;
import org.h2.mvstore.MVStoreException;
import pipeline.wire.process.Console;
import pipeline.wire.query.CountsUnavailableException;

/**
 * The present file of a state, with the mark of what was acked beside it; or one in memory. If a
 * write has failed, as on a full disk, the file is opened again as after a crash, and written on as
 * soon as there is room. If forcing it to the disk has failed, the kernel may take pages for
 * written that are not; so all is copied to a new file then. Loads wait for a file that is away
 * meanwhile. Thread-safe, but for writes, which need one thread at a time.
 */
final class CurrentFile implements AutoCloseable {
  private static final String STATE = "counts.mv";
  private static final String NEW_STATE = "counts.new";
  private static final String WATERMARK = "acked";
  private static final String NEW_WATERMARK = "acked.new";

  /** The time within which the writer must replace a file that cannot be read. */
  private static final long NOTICE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** The directory of the file; null if the counts are in memory only. */
  private final StateDirectory directory;

  private final Map<String, String> subject;
  private final long versionBytes;

  /** The open file; null while it cannot be opened. */
  private volatile CheckpointFile file;

  private AckWatermark watermark;
  private boolean mustCopy;
  private long checkpoint;

  private CurrentFile(StateDirectory directory, Map<String, String> subject, long versionBytes) {
    this.directory = directory;
    this.subject = subject;
    this.versionBytes = versionBytes;
  }

  /**
   * Opens the state of a directory.
   *
   * @param subject what the counts are of; must be the same as before
   * @param versionBytes see {@link FileLimits}
   * @throws StateException if what was acked before is not all there
   */
  static CurrentFile open(StateDirectory directory, Map<String, String> subject, long versionBytes)
      throws StateException {
    CurrentFile opened = new CurrentFile(directory, subject, versionBytes);
    try {
      opened.open();
      return opened;
    } catch (IOException | StateException e) {
      opened.close();
      String why = e instanceof IOException failed ? Console.reason(failed) : e.getMessage();
      throw new StateException("cannot use --state " + directory + ": " + why, e);
    }
  }

  /** Makes empty counts in memory. */
  static CurrentFile inMemory() {
    CurrentFile opened = new CurrentFile(null, Map.of(), 0);
    opened.set(CheckpointFile.inMemory());
    return opened;
  }

  private void open() throws IOException, StateException {
    boolean hasState = Files.exists(path(), LinkOption.NOFOLLOW_LINKS);
    openWatermark(hasState);
    long acked = watermark.read();
    if (!hasState) {
      if (acked > 0) {
        throw new StateException(STATE + " is missing, though messages were acked");
      }
      Changes nothing = Changes.forgetting(List.of(), 0, 0);
      replace(fresh -> fresh.write(nothing, checkpoint, subject));
      return;
    }
    if (!Files.isRegularFile(path(), LinkOption.NOFOLLOW_LINKS)) {
      throw new StateException(STATE + " is not a file");
    }
    CheckpointFile found = CheckpointFile.open(path(), versionBytes);
    set(found);
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
  }

  /** Opens the watermark. It is made before the state file, which without one has lost it. */
  private void openWatermark(boolean hasState) throws IOException, StateException {
    watermark = new AckWatermark(directory.file(WATERMARK));
    if (!Files.exists(watermark.path(), LinkOption.NOFOLLOW_LINKS)) {
      if (hasState) {
        throw new StateException(WATERMARK + " is missing beside " + STATE);
      }
      new AckWatermark(directory.file(NEW_WATERMARK)).create();
      directory.replace(WATERMARK, NEW_WATERMARK);
    }
  }

  private void replace(FailableConsumer<CheckpointFile, IOException> filling) throws IOException {
    Path path = directory.file(NEW_STATE);
    Files.deleteIfExists(path);
    CheckpointFile fresh = CheckpointFile.open(path, versionBytes);
    try {
      filling.accept(fresh);
      directory.replace(STATE, NEW_STATE);
    } catch (IOException e) {
      fresh.close();
      Files.deleteIfExists(path);
      throw e;
    }
    set(fresh);
  }

  /** The path of the file, if the counts are not in memory only. */
  Path path() {
    return directory.file(STATE);
  }

  /**
   * Writes what changed as the next checkpoint, forces it to the disk, and marks it as acked.
   *
   * @throws IOException if it could not; the call is to be repeated
   */
  void write(Changes changes) throws IOException {
    CheckpointFile present = usable();
    checkpoint++;
    try {
      present.write(changes, checkpoint, subject);
    } catch (IOException e) {
      if (directory == null) {
        throw new IllegalStateException(e);
      }
      mustCopy |= present.isUnsure();
      set(null);
      try {
        // so that counts can be read while nothing can be written
        set(CheckpointFile.open(path(), versionBytes));
      } catch (IOException again) {
        e.addSuppressed(again); // the next write tries again
      }
      String why = Console.reason(e);
      throw new IOException("--state " + directory + " cannot be written: " + why, e);
    }
    if (watermark != null) {
      watermark.write(checkpoint);
    }
  }

  /**
   * The file, which is opened or replaced first if need be; the writer's thread only.
   *
   * @throws IOException if it cannot be used
   */
  CheckpointFile usable() throws IOException {
    if (file == null) {
      set(CheckpointFile.open(path(), versionBytes));
    }
    if (mustCopy) {
      CheckpointFile unsure = file;
      replace(fresh -> fresh.copy(unsure));
      mustCopy = false;
    }
    return file;
  }

  /** Puts another file in place, null for none, and closes the one before. */
  private void set(CheckpointFile next) {
    CheckpointFile before = file;
    file = next;
    if (before != null) {
      before.close();
    }
  }

  /**
   * A snapshot of the last checkpoint, which the caller is to close.
   *
   * @throws CountsUnavailableException while the file is away
   */
  StateSnapshot snapshot() {
    CheckpointFile present = file;
    if (present == null) {
      throw new CountsUnavailableException("the state file is not open at present", null);
    }
    return present.snapshot();
  }

  /** The approximate memory of all entries that were put into the file. */
  long bytes() {
    CheckpointFile present = file;
    return present == null ? 0 : present.bytes();
  }

  /**
   * Reads from the last checkpoint, as soon as the file is there; gives up if it cannot be read and
   * is not replaced soon.
   */
  <T> T load(Function<StateSnapshot, T> reading) {
    long begin = System.nanoTime();
    while (true) {
      CheckpointFile present = file;
      if (present == null) {
        begin = System.nanoTime();
      } else {
        try (StateSnapshot snapshot = present.snapshot()) {
          return reading.apply(snapshot);
        } catch (MVStoreException e) {
          // a failed write has closed the file; after any other fault the process must end
          if (present == file && System.nanoTime() - begin > NOTICE_NANOS) {
            throw e;
          }
        }
      }
      LockSupport.parkNanos(RETRY_NANOS);
    }
  }

  @Override
  public void close() {
    set(null);
  }
}
