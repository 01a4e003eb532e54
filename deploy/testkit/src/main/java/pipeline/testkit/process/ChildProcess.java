package pipeline.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * A program that runs beside this one and does not outlive it, its output in files. {@link #close}
 * kills it. Thread-safe.
 */
public final class ChildProcess implements AutoCloseable {
  /** The default limit, enough for everything that tests wait for. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final long KILL_SECONDS = 10;

  private final String name;
  private final Path out;
  private final Path err;
  private final Process process;

  /** The kill at the end of the JVM; else the program would outlive a JVM ended by a signal. */
  private final Runnable atExit;

  private ChildProcess(String name, Path out, Path err, Process process) {
    this.name = name;
    this.out = out;
    this.err = err;
    this.process = process;
    this.atExit = process::destroyForcibly;
    try {
      AtExit.add(atExit);
    } catch (IllegalStateException e) {
      // the JVM is ending, and would leave it behind
      process.destroyForcibly();
      throw e;
    }
  }

  /** Starts a program; what it writes to either stream is appended to {@code log}. */
  public static ChildProcess start(String name, ProcessBuilder builder, Path log)
      throws IOException {
    builder.redirectErrorStream(true).redirectOutput(append(log));
    return new ChildProcess(name, log, log, builder.start());
  }

  /** Starts a program, its output in {@code NAME.out} and its errors in {@code NAME.err}. */
  public static ChildProcess startApart(String name, ProcessBuilder builder, Path directory)
      throws IOException {
    Path out = Files.createTempFile(directory, name, ".out");
    Path err = Files.createTempFile(directory, name, ".err");
    builder.redirectOutput(append(out)).redirectError(append(err));
    return new ChildProcess(name, out, err, builder.start());
  }

  /** Starts a program, its standard output in a file, its errors shown with ours. */
  public static ChildProcess startShown(String name, ProcessBuilder builder, Path out)
      throws IOException {
    builder.redirectOutput(append(out)).redirectError(ProcessBuilder.Redirect.INHERIT);
    return new ChildProcess(name, out, out, builder.start());
  }

  private static ProcessBuilder.Redirect append(Path file) {
    return ProcessBuilder.Redirect.appendTo(file.toFile());
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for the program's end without a limit, and returns its exit status. */
  public int awaitEnd() throws InterruptedException {
    return process.waitFor();
  }

  /** The program's exit status; empty while it runs. */
  OptionalInt exitStatus() {
    return isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
  }

  /** Whether the program ends by itself in that time. */
  public boolean endsWithin(Duration limit) throws InterruptedException {
    return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Waits a minute at most for the program's end; see {@link #await(Duration)}. */
  public int await() throws InterruptedException, StuckException {
    return await(LIMIT);
  }

  /**
   * Waits for the program's end.
   *
   * @return its exit status
   * @throws StuckException it did not end within the limit
   */
  public int await(Duration limit) throws InterruptedException, StuckException {
    if (!endsWithin(limit)) {
      throw new StuckException(
          "%s (pid %s) did not end within %s s: %s"
              .formatted(name, pid(), limit.toSeconds(), output()));
    }
    return process.exitValue();
  }

  /**
   * Asks the program to end (SIGTERM), and waits.
   *
   * @return its exit status
   * @throws StuckException it did not end within the limit
   */
  public int terminate(Duration limit) throws InterruptedException, StuckException {
    process.destroy();
    return await(limit);
  }

  /** Asks the program to end; kills it if it does not in time, or if this is interrupted. */
  public void end(Duration limit) {
    try {
      terminate(limit);
    } catch (StuckException e) {
      // killed below
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      close();
    }
  }

  /** Sends the program a signal, such as {@code STOP}. */
  public void signal(String signal) throws IOException {
    Tool.run("kill", "-" + signal, Long.toString(pid()));
  }

  /**
   * Waits until the program's standard error holds this text.
   *
   * @throws StuckException the text is not there after a minute, or the program ended without it
   */
  public void awaitErr(String text) throws InterruptedException, StuckException {
    Await.until("'" + text + "' from " + this, LIMIT, () -> !isAlive() || err().contains(text));
    if (!err().contains(text)) {
      throw new StuckException(this + " ended without '" + text + "'");
    }
  }

  /** What the program wrote to its standard output so far. */
  public String out() {
    return read(out);
  }

  /** What the program wrote to its standard error so far. */
  public String err() {
    return read(err);
  }

  /** What the program wrote to both streams so far. */
  public String output() {
    return out.equals(err) ? out() : out() + err();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The program's name and where it writes, for errors. */
  @Override
  public String toString() {
    return name + " (" + err + ")";
  }

  /**
   * Kills the program by SIGKILL, and waits until it is gone.
   *
   * @throws IllegalStateException the program survived that
   */
  public void kill() {
    process.destroyForcibly();
    try {
      process.onExit().orTimeout(KILL_SECONDS, TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      throw new IllegalStateException(this + " (pid " + pid() + ") survived kill -9", e);
    }
  }

  @Override
  public void close() {
    kill();
    AtExit.remove(atExit);
  }
}
