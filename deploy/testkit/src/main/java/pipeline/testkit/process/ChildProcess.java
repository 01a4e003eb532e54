package pipeline.testkit.process;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;

/**
 * A program that runs beside this one and does not outlive it, its output in files. It may be
 * supervised: when it dies unasked it is then started again, as systemd would. {@link #close} kills
 * it with all that it has started. Thread-safe.
 */
public final class ChildProcess implements Closeable {
  /** The exit status of a program that died by signal 9. */
  public static final int KILLED = 137;

  /** The default limit, enough for everything that tests wait for. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** A process that waits for a disk ends after that, even when it is killed. */
  private static final long KILL_SECONDS = 60;

  private static final long RESTART_MILLIS = 300;

  /** How a program is started. */
  public interface Launch {
    /**
     * The program's command.
     *
     * @param starts how often it was started before
     */
    ProcessBuilder command(int starts) throws IOException;
  }

  private final String name;
  private final Launch launch;
  private final IntPredicate done;
  private final ProgramOutput output;
  private final List<Integer> unaskedExits = new ArrayList<>();

  private volatile Process process;
  private boolean wanted;
  private boolean closed;
  private int starts;

  private ChildProcess(String name, Launch launch, IntPredicate done, ProgramOutput output) {
    this.name = name;
    this.launch = launch;
    this.done = done;
    this.output = output;
  }

  /**
   * A program under supervision, which is not started yet.
   *
   * @param done whether a program that ended with this status stays down
   * @param log what it writes to either stream is appended there
   */
  public static ChildProcess supervised(String name, Launch launch, IntPredicate done, Path log) {
    return new ChildProcess(name, launch, done, new ProgramOutput(log, Optional.of(log)));
  }

  /** Starts a program; what it writes to either stream is appended to {@code log}. */
  public static ChildProcess start(String name, ProcessBuilder builder, Path log)
      throws IOException {
    return start(name, builder, log, Optional.of(log));
  }

  /** Starts a program, its output in {@code NAME.out} and its errors in {@code NAME.err}. */
  public static ChildProcess startApart(String name, ProcessBuilder builder, Path directory)
      throws IOException {
    Path out = Files.createTempFile(directory, name, ".out");
    Path err = Files.createTempFile(directory, name, ".err");
    return start(name, builder, out, Optional.of(err));
  }

  /**
   * Starts a program; what it writes to its streams is appended to files.
   *
   * @param err may be {@code out}; empty if errors are shown with ours
   */
  public static ChildProcess start(
      String name, ProcessBuilder builder, Path out, Optional<Path> err) throws IOException {
    ChildProcess child =
        new ChildProcess(name, before -> builder, status -> true, new ProgramOutput(out, err));
    child.start();
    return child;
  }

  /** Starts the program unless it runs or has been closed. */
  public synchronized void start() throws IOException {
    if (closed || isAlive()) {
      return;
    }
    if (process != null) {
      int status = process.exitValue();
      String how = status == KILLED ? "killed" : "ended with exit code " + status;
      output.append(how + ", starting again");
    }
    ProcessBuilder builder = launch.command(starts++);
    output.redirect(builder);
    wanted = true;
    process = builder.start();
    if (AtExit.isEnding()) {
      // the JVM would leave it behind
      destroy();
      throw new IllegalStateException("the JVM is ending");
    }
    Process started = process;
    Thread watch = new Thread(() -> watch(started), "watch-" + name);
    watch.setDaemon(true);
    watch.start();
  }

  /** Waits for the process's end, and starts its successor if it died unasked. */
  private void watch(Process watched) {
    try {
      int status = watched.waitFor();
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

  public String name() {
    return name;
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Whether the program has ended and stays down. */
  public boolean isDone() {
    Process last = process;
    return last != null && !last.isAlive() && done.test(last.exitValue());
  }

  /** The statuses of a program that nobody had asked to end. */
  public synchronized List<Integer> unaskedExits() {
    return List.copyOf(unaskedExits);
  }

  /** Waits for the program's end without a limit, and returns its exit status. */
  public int awaitEnd() throws InterruptedException {
    return process.waitFor();
  }

  /** Whether the program ends by itself in that time. */
  public boolean endsWithin(Duration limit) throws InterruptedException {
    return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Waits a minute at most for the program's end; see {@link #await(Duration)}. */
  public int await() throws IOException, InterruptedException {
    return await(LIMIT);
  }

  /**
   * Waits for the program's end.
   *
   * @return its exit status
   * @throws StuckException it did not end within the limit
   */
  public int await(Duration limit) throws IOException, InterruptedException {
    if (!endsWithin(limit)) {
      throw new StuckException(
          name + " did not end in " + limit.toSeconds() + " s" + output.where(),
          output.lastLines());
    }
    return process.exitValue();
  }

  /**
   * Asks the program to end (SIGTERM), and waits; it stays down.
   *
   * @return its exit status
   * @throws StuckException it did not end within the limit
   */
  public int terminate(Duration limit) throws IOException, InterruptedException {
    leave().destroy();
    return await(limit);
  }

  /** Notes that the program is to end, and is not to be started again. */
  private synchronized Process leave() {
    wanted = false;
    return process;
  }

  /** Asks the program to end, if it runs; kills it if it does not in time. It stays down. */
  public void end(Duration limit) {
    try {
      if (isAlive()) {
        terminate(limit);
      }
    } catch (IOException e) {
      // killed below
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      kill();
    }
  }

  /** Sends the program a signal, such as {@code HUP}. */
  public void signal(String signal) throws IOException {
    Tool.run("kill", "-" + signal, Long.toString(pid()));
  }

  /** Stops the program by SIGSTOP, unless it has ended. */
  public void freeze() throws IOException {
    signalIfAlive("STOP");
  }

  /** Continues the program by SIGCONT, unless it has ended. */
  public void thaw() throws IOException {
    signalIfAlive("CONT");
  }

  /** Sends a signal unless the program has ended, as it may between a look and the signal. */
  private synchronized void signalIfAlive(String signal) throws IOException {
    try {
      if (isAlive()) {
        signal(signal);
      }
    } catch (IOException e) {
      if (isAlive()) {
        throw e;
      }
    }
  }

  /**
   * Waits until the program's standard error holds this text.
   *
   * @throws ProgramException the text is not there after a minute, or the program ended without it
   */
  public void awaitErr(String text) throws IOException, InterruptedException {
    Await.ready(this, LIMIT, () -> "no '" + text + "'", () -> err().contains(text));
  }

  /** The exception that names the program, what it did and its log. */
  public ProgramException failed(String what) {
    return new ProgramException(name + " " + what + output.where(), output.lastLines());
  }

  /** What the program wrote to its standard output so far, by all of its starts. */
  public String out() {
    return output.toOut();
  }

  /** What the program wrote to its standard error so far, unless that is shown with ours. */
  public String err() {
    return output.toErr();
  }

  /** What the program wrote to both streams so far; empty for nothing. */
  public String output() {
    return output.all();
  }

  /**
   * Kills the program and what it has started by SIGKILL, and waits until it is gone; it stays down
   * until {@link #start}.
   *
   * @throws IllegalStateException the program survived that
   */
  public void kill() {
    Process victim = leave();
    if (victim != null) {
      destroy();
      try {
        victim.onExit().orTimeout(KILL_SECONDS, TimeUnit.SECONDS).join();
      } catch (CompletionException e) {
        throw new IllegalStateException(name + " (pid " + pid() + ") survived kill -9", e);
      }
    }
  }

  private void destroy() {
    Process victim = process;
    List<ProcessHandle> below = victim.descendants().toList();
    victim.destroyForcibly();
    below.forEach(ProcessHandle::destroyForcibly);
  }

  /** Kills the program for good. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    kill();
  }
}
