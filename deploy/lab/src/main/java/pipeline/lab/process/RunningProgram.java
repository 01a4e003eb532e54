package pipeline.lab.process;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.StuckException;

/** A program at work, whose output goes to a file of its own; closing it ends it. */
public final class RunningProgram implements Closeable {
  private static final Duration STOP_LIMIT = Duration.ofSeconds(15);
  private static final Duration LOOK_INTERVAL = Duration.ofMillis(100);

  private final ChildProcess process;
  private double peakMib;
  private double waitingSeconds;

  private RunningProgram(ChildProcess process) {
    this.process = process;
  }

  public static RunningProgram start(Program program, Path logs) throws IOException {
    Files.createDirectories(logs);
    Path log = Files.createTempFile(logs, program.name() + "-", ".log");
    return new RunningProgram(ChildProcess.start(program.name(), program.builder(), log));
  }

  /** Waits for the end. Any exit status but 0 is an error that shows the output. */
  public String output(Duration limit) throws IOException, InterruptedException {
    watch(System.nanoTime() + limit.toNanos());
    try {
      int status = process.await(Duration.ZERO);
      if (status != 0) {
        throw new IOException(process + " ended with " + status + ":\n" + process.output());
      }
      return process.output();
    } catch (StuckException e) {
      throw new IOException(process + " did not end within " + limit, e);
    }
  }

  /** Looks at the memory now and then, since nothing tells it of a process that has ended. */
  private void watch(long deadline) throws InterruptedException {
    while (System.nanoTime() - deadline < 0 && !process.endsWithin(LOOK_INTERVAL)) {
      try {
        peakMib = Math.max(peakMib, ProcessUsage.residentMib(process.pid(), true));
        waitingSeconds = Math.max(waitingSeconds, ProcessUsage.waitSeconds(process.pid()));
      } catch (IOException e) {
        // the process ended before or within the read: the next wait tells
      }
    }
  }

  /** What the program wrote so far, both streams. */
  public String written() {
    return process.output();
  }

  /** The most resident memory seen during {@link #output}, in MiB; 0 if it ended too soon. */
  public double peakMib() {
    return peakMib;
  }

  /** How long the program was seen to wait for a CPU during {@link #output}, in seconds. */
  public double waitingSeconds() {
    return waitingSeconds;
  }

  public long pid() {
    return process.pid();
  }

  public boolean alive() {
    return process.isAlive();
  }

  /** The program and the file of its output, for errors. */
  @Override
  public String toString() {
    return process.toString();
  }

  /**
   * Asks the program to end, and waits.
   *
   * @throws StuckException the program did not end within the limit
   */
  public int terminate(Duration limit) throws InterruptedException, StuckException {
    return process.terminate(limit);
  }

  /** Stops the program by SIGSTOP; its connections stay. */
  public void freeze() throws IOException {
    process.signal("STOP");
  }

  /** Continues the program by SIGCONT. */
  public void thaw() throws IOException {
    process.signal("CONT");
  }

  /** Ends the program by SIGKILL. */
  public void kill() {
    process.kill();
  }

  /** Asks the program to end, and kills it if it does not. */
  @Override
  public void close() {
    process.end(STOP_LIMIT);
  }
}
