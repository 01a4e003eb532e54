package pipeline.lab.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import pipeline.lab.process.CloseableStack;
import pipeline.lab.process.Program;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.StuckException;
import pipeline.testkit.process.SupervisedProcess;

/**
 * The programs of a run, each with a log and its pid in the run's directory. {@link #close} ends
 * them, the last first. Used by one thread.
 */
final class Children implements Closeable {
  private static final Duration END_LIMIT = Duration.ofSeconds(10);
  private static final int SHOWN_LINES = 15;

  /** The exit status of a program that died by signal 9. */
  private static final int KILLED = 137;

  /**
   * The shell command that starts a program in a session of its own, so that the terminal's Ctrl-C
   * reaches only this JVM, which then ends the programs in order. The shell notes its pid and
   * becomes the program. The arguments may hold a password, so the log does not have them.
   */
  private static final List<String> LAUNCH =
      List.of(
          "setsid",
          "sh",
          "-c",
          "[ ! -e \"$0\" ] || echo 'killed, starting again'; echo $$ >\"$0\"; exec \"$@\"");

  private final Path out;
  private final Screen screen;
  private final CloseableStack resources = new CloseableStack();
  private final Map<String, String> settings = new HashMap<>();
  private final Map<String, SupervisedProcess> started = new HashMap<>();

  /**
   * Starts nothing yet.
   *
   * @param out the run's directory
   */
  Children(Path out, Screen screen) {
    this.out = out;
    this.screen = screen;
  }

  /** What a program said on stdout, and its exit status. */
  record Ended(int code, String text) {}

  /** Puts this into the environment of all programs that are started from now on. */
  void export(String variable, String value) {
    settings.put(variable, value);
  }

  /** Has something closed by {@link #close}, before all that was started or added earlier. */
  void add(Closeable resource) {
    resources.add(resource);
  }

  /**
   * Starts a program and returns at once.
   *
   * @param again whether it is started once more when it is killed, as by a service manager
   */
  void start(String name, Program program, boolean again) throws IOException {
    Path pid = out.resolve(name + ".pid");
    Program whole =
        new Program(name, LAUNCH, settings)
            .plus(pid.toString())
            .plus(program.command().toArray(String[]::new))
            .with(program.environment());
    SupervisedProcess child =
        new SupervisedProcess(
            name, before -> whole.builder(), status -> !again || status != KILLED, log(name));
    started.put(name, child);
    resources.add(() -> Files.deleteIfExists(pid));
    resources.add(child);
    resources.add(() -> end(name));
    child.start();
  }

  private void end(String name) {
    try {
      finish(name, END_LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Starts a program, its stdout in a file and its errors shown. */
  ChildProcess startShown(Program program, Path stdout) throws IOException {
    Program whole =
        new Program(program.name(), program.command(), settings).with(program.environment());
    ChildProcess child = ChildProcess.startShown(program.name(), whole.builder(), stdout);
    resources.add(() -> child.end(END_LIMIT));
    return child;
  }

  /** Runs a program to its end, however long that takes; its errors are shown. */
  Ended run(Program program) throws IOException, InterruptedException {
    Path stdout = Files.createTempFile(program.name(), ".out");
    try {
      ChildProcess child = startShown(program, stdout);
      return new Ended(child.awaitEnd(), child.out());
    } finally {
      Files.delete(stdout);
    }
  }

  /**
   * Waits until a program is ready.
   *
   * @throws JobException it died, or is not ready in time; the end of its log has been shown
   */
  void awaitReady(String name, Duration limit, Await.Condition ready)
      throws IOException, InterruptedException, JobException {
    if (!Await.holds(limit, () -> hasEnded(name) || ready.holds())) {
      throw failed(name, "is not ready after " + limit.toSeconds() + " s");
    }
    if (hasEnded(name)) {
      throw failed(name, "died while starting");
    }
  }

  /** The exception for a run that this program fails; shows the end of its log. */
  JobException failed(String name, String what) throws IOException {
    List<String> lines = said(name).lines().toList();
    lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()).forEach(screen::say);
    return JobException.failed(name + " " + what + "; its log is " + log(name));
  }

  /** What a program has written so far. */
  String said(String name) throws IOException {
    return new String(Files.readAllBytes(log(name)), UTF_8);
  }

  Path log(String name) {
    return file(name + ".log");
  }

  /** A file in the run's directory. */
  Path file(String name) {
    return out.resolve(name);
  }

  /** Whether a program has ended, and is not started again. */
  boolean hasEnded(String name) {
    return started.get(name).isDone();
  }

  long pid(String name) {
    return started.get(name).pid();
  }

  /**
   * Asks a program to end, and kills it when the time is up.
   *
   * @return its exit status
   */
  int finish(String name, Duration limit) throws InterruptedException {
    try {
      return started.get(name).terminate(limit);
    } catch (StuckException e) {
      screen.say(name + " did not end within " + limit.toSeconds() + " s: killed");
      started.get(name).kill();
      return KILLED;
    }
  }

  @Override
  public void close() throws IOException {
    resources.close();
  }
}
