package pipeline.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A running program whose output goes to a file of its own; closing it ends it. */
final class Child implements AutoCloseable {
  private static final Duration STOP_LIMIT = Duration.ofSeconds(15);
  private static final long LOOK_MILLIS = 100;

  private final Program program;
  private final Path log;
  private final Process process;
  private double peakMib;

  /** Else the programs would outlive a benchmark that is ended by a signal. */
  private final Thread atExit;

  private Child(Program program, Path log, Process process) {
    this.program = program;
    this.log = log;
    this.process = process;
    this.atExit = new Thread(process::destroyForcibly, "stop-" + program.name());
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  static Child start(Program program, Path logs) throws IOException {
    Files.createDirectories(logs);
    Path log = Files.createTempFile(logs, program.name() + "-", ".log");
    ProcessBuilder builder =
        new ProcessBuilder(program.command())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().putAll(program.environment());
    return new Child(program, log, builder.start());
  }

  /** Waits for the end. Any exit status but 0 is an error that shows the output. */
  String output(Duration limit) throws IOException, InterruptedException {
    if (!ended(System.nanoTime() + limit.toNanos())) {
      throw new IOException(program.name() + " did not end within " + limit + ", see " + log);
    }
    if (process.exitValue() != 0) {
      throw new IOException(
          program.name() + " ended with " + process.exitValue() + ":\n" + Files.readString(log));
    }
    return Files.readString(log);
  }

  /** Looks at the memory now and then, since nothing tells it of a process that has ended. */
  private boolean ended(long deadline) throws IOException, InterruptedException {
    while (System.nanoTime() - deadline < 0) {
      if (process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        return true;
      }
      try {
        peakMib = Math.max(peakMib, ProcessUsage.residentMib(process.pid(), true));
      } catch (IOException e) {
        // it may have ended between the wait and the read, or within the read
        if (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          throw e;
        }
        return true;
      }
    }
    return false;
  }

  /** The most resident memory seen during {@link #output}, in MiB; 0 if it ended too soon. */
  double peakMib() {
    return peakMib;
  }

  long pid() {
    return process.pid();
  }

  boolean alive() {
    return process.isAlive();
  }

  /** For errors: what the program is and where it wrote. */
  @Override
  public String toString() {
    return program.name() + " (" + log + ")";
  }

  /** Ends it at once, with nothing said to anybody. */
  void kill() {
    process.destroyForcibly();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    forget();
  }

  private void forget() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // the JVM is ending: the hook runs anyway, and finds the process ended
    }
  }
}
