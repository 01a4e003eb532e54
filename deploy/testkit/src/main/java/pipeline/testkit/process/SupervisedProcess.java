package pipeline.testkit.process;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * A program under supervision: when it dies unasked it is started again, as systemd would; signals
 * go to its own pid and to no other. Everything it writes is appended to one file. Thread-safe.
 */
public final class SupervisedProcess implements Closeable {
  private static final long RESTART_MILLIS = 300;

  private final String name;
  private final IntFunction<ProcessBuilder> launch;
  private final IntPredicate done;
  private final Path log;
  private final List<Integer> unaskedExits = new ArrayList<>();
  private ChildProcess process;
  private boolean wanted;
  private boolean frozen;
  private boolean closed;
  private int starts;

  /**
   * @param launch how to start it, given how often it was started before
   * @param done whether an exit status means that it has done its work and is not started again
   */
  public SupervisedProcess(
      String name, IntFunction<ProcessBuilder> launch, IntPredicate done, Path log) {
    this.name = name;
    this.launch = launch;
    this.done = done;
    this.log = log;
  }

  /** Starts it unless it runs or has been closed. */
  public synchronized void start() throws IOException {
    if (closed || alive()) {
      return;
    }
    wanted = true;
    frozen = false;
    ChildProcess started = ChildProcess.start(name, launch.apply(starts++), log);
    process = started;
    new Thread(() -> watch(started), "watch-" + name).start();
  }

  /** Ends with the process, or with its successor's start. */
  private void watch(ChildProcess watched) {
    try {
      int status = watched.awaitEnd();
      watched.close();
      if (isToRestart(watched, status)) {
        Thread.sleep(RESTART_MILLIS);
        restart(watched);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IllegalStateException e) {
      // this JVM is ending, and with it the program
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + name + " again", e);
    }
  }

  private synchronized boolean isToRestart(ChildProcess ended, int status) {
    if (ended != process || !wanted) {
      return false;
    }
    unaskedExits.add(status);
    return !done.test(status);
  }

  private synchronized void restart(ChildProcess ended) throws IOException {
    if (ended == process && wanted) {
      start();
    }
  }

  public synchronized boolean alive() {
    return process != null && process.isAlive();
  }

  /** Whether it ended with a status that means its work is done. */
  public synchronized boolean isDone() {
    return process != null && process.exitStatus().stream().anyMatch(done);
  }

  public synchronized long pid() {
    return process.pid();
  }

  /** The statuses it ended with when nobody had asked it to end; 137 is a crash point. */
  public synchronized List<Integer> unaskedExits() {
    return List.copyOf(unaskedExits);
  }

  /** Kill -9; it stays down until {@link #start}. */
  public void kill() {
    ChildProcess victim;
    synchronized (this) {
      wanted = false;
      victim = process;
    }
    if (victim != null) {
      victim.kill();
    }
  }

  /**
   * SIGTERM; it stays down.
   *
   * @return its exit status
   * @throws StuckException it did not end within the limit
   */
  public int terminate(Duration limit) throws InterruptedException, StuckException {
    ChildProcess leaving;
    synchronized (this) {
      wanted = false;
      leaving = process;
    }
    return leaving.terminate(limit);
  }

  /** SIGSTOP. */
  public synchronized void freeze() throws IOException {
    process.signal("STOP");
    frozen = true;
  }

  /** SIGCONT. */
  public synchronized void thaw() throws IOException {
    if (frozen && alive()) {
      process.signal("CONT");
    }
    frozen = false;
  }

  /** Kill -9, for good. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    kill();
  }
}
