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
   * @param launch how to start the program, given how often it was started before; an {@link
   *     UncheckedIOException} of it becomes the start's {@link IOException}
   * @param done whether an exit status says that the work is done and nothing is started again
   */
  public SupervisedProcess(
      String name, IntFunction<ProcessBuilder> launch, IntPredicate done, Path log) {
    this.name = name;
    this.launch = launch;
    this.done = done;
    this.log = log;
  }

  /** Starts the program unless it runs or has been closed. */
  public synchronized void start() throws IOException {
    if (closed || alive()) {
      return;
    }
    wanted = true;
    frozen = false;
    try {
      ChildProcess started = ChildProcess.start(name, launch.apply(starts++), log);
      process = started;
      new Thread(() -> watch(started), "watch-" + name).start();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Waits for the process's end, and starts its successor if it died unasked. */
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

  /** Whether the program ended with a status that means its work is done. */
  public synchronized boolean isDone() {
    return process != null && process.exitStatus().stream().anyMatch(done);
  }

  public synchronized long pid() {
    return process.pid();
  }

  /** The statuses of a program that nobody had asked to end; 137 is a crash point. */
  public synchronized List<Integer> unaskedExits() {
    return List.copyOf(unaskedExits);
  }

  /** Kills the program by SIGKILL; it stays down until {@link #start}. */
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
   * Ends the program by SIGTERM; it stays down.
   *
   * @return the program's exit status
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

  /** Asks the program to end, if it runs; kills it if it does not in time. It stays down. */
  public void end(Duration limit) {
    ChildProcess leaving;
    synchronized (this) {
      wanted = false;
      leaving = process;
    }
    if (leaving != null) {
      leaving.end(limit);
    }
  }

  /** Stops the program by SIGSTOP. */
  public synchronized void freeze() throws IOException {
    process.signal("STOP");
    frozen = true;
  }

  /** Continues the program by SIGCONT. */
  public synchronized void thaw() throws IOException {
    if (frozen && alive()) {
      process.signal("CONT");
    }
    frozen = false;
  }

  /** Kills the program by SIGKILL, for good. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    kill();
  }
}
