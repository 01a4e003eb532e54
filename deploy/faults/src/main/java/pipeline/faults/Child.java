package pipeline.faults;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * A program under supervision: when it dies unasked it is started again, as systemd would; signals
 * go to its own pid and to no other. Everything it writes is appended to one file. Thread-safe.
 */
final class Child implements Closeable {
  private static final long RESTART_MILLIS = 300;
  private static final long KILL_SECONDS = 10;

  private final String name;
  private final IntFunction<ProcessBuilder> launch;
  private final IntPredicate done;
  private final Path log;
  private final List<Integer> unaskedExits = new ArrayList<>();
  private Process process;
  private boolean wanted;
  private boolean frozen;
  private boolean closed;
  private int starts;

  /**
   * @param launch how to start it, given how often it was started before
   * @param done whether an exit status means that it has done its work and is not started again
   */
  Child(String name, IntFunction<ProcessBuilder> launch, IntPredicate done, Path log) {
    this.name = name;
    this.launch = launch;
    this.done = done;
    this.log = log;
  }

  /** Starts it unless it runs or has been closed. */
  synchronized void start() throws IOException {
    if (closed || alive()) {
      return;
    }
    wanted = true;
    frozen = false;
    Process started =
        launch
            .apply(starts++)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    process = started;
    new Thread(() -> watch(started), "watch-" + name).start();
  }

  /** Ends with the process, or with its successor's start. */
  private void watch(Process watched) {
    try {
      int status = watched.waitFor();
      if (isToRestart(watched, status)) {
        Thread.sleep(RESTART_MILLIS);
        restart(watched);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + name + " again", e);
    }
  }

  private synchronized boolean isToRestart(Process ended, int status) {
    if (ended != process || !wanted) {
      return false;
    }
    unaskedExits.add(status);
    return !done.test(status);
  }

  private synchronized void restart(Process ended) throws IOException {
    if (ended == process && wanted) {
      start();
    }
  }

  synchronized boolean alive() {
    return process != null && process.isAlive();
  }

  /** Whether it ended with a status that means its work is done. */
  synchronized boolean isDone() {
    return process != null && !process.isAlive() && done.test(process.exitValue());
  }

  synchronized long pid() {
    return process.pid();
  }

  /** The statuses it ended with when nobody had asked it to end; 137 is a crash point. */
  synchronized List<Integer> unaskedExits() {
    return List.copyOf(unaskedExits);
  }

  /** Kill -9; it stays down until {@link #start}. */
  void kill() throws IOException {
    Process victim;
    synchronized (this) {
      wanted = false;
      victim = process;
    }
    if (victim == null) {
      return;
    }
    victim.destroyForcibly();
    try {
      victim.onExit().orTimeout(KILL_SECONDS, TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      throw new IOException(name + " (pid " + victim.pid() + ") survived kill -9", e);
    }
  }

  /**
   * SIGTERM; it stays down.
   *
   * @return its exit status
   * @throws StuckException it did not end within the limit
   */
  int terminate(Duration limit) throws InterruptedException, StuckException {
    Process leaving;
    synchronized (this) {
      wanted = false;
      leaving = process;
    }
    leaving.destroy();
    if (!leaving.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
      throw new StuckException("no end of " + name + " after SIGTERM");
    }
    return leaving.exitValue();
  }

  /** SIGSTOP. */
  synchronized void freeze() throws IOException {
    signal("-STOP");
    frozen = true;
  }

  /** SIGCONT. */
  synchronized void thaw() throws IOException {
    if (frozen && alive()) {
      signal("-CONT");
    }
    frozen = false;
  }

  private void signal(String signal) throws IOException {
    Tool.run("kill", signal, Long.toString(process.pid()));
  }

  /** Kill -9, for good. */
  @Override
  public void close() throws IOException {
    synchronized (this) {
      closed = true;
    }
    kill();
  }
}
