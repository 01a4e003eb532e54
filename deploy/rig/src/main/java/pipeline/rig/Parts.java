package pipeline.rig;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import pipeline.rig.machine.CloseableStack;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.StuckException;
import pipeline.testkit.process.SupervisedProcess;

/**
 * The processes of a rig, each with NAME.log and NAME.pid in the rig's directory. {@link #close}
 * ends them, the last first. Used by one thread.
 */
public final class Parts implements Closeable {
  private static final Duration END_LIMIT = Duration.ofSeconds(10);
  private static final int SHOWN_LINES = 15;

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

  private final Path directory;
  private final CloseableStack resources = new CloseableStack();
  private final Map<String, SupervisedProcess> parts = new HashMap<>();
  private final Map<Component, List<SupervisedProcess>> components = new EnumMap<>(Component.class);

  Parts(Path directory) {
    this.directory = directory;
  }

  /**
   * Makes a program a part; starts nothing yet.
   *
   * @param launch the program, given how often it was started before
   * @param done whether a program that ended with this status stays down
   */
  public SupervisedProcess supervised(
      Component component, String name, IntFunction<Program> launch, IntPredicate done) {
    Path pid = directory.resolve(name + ".pid");
    SupervisedProcess part =
        new SupervisedProcess(
            name,
            starts -> {
              Program program = launch.apply(starts);
              return new Program(name, LAUNCH, program.environment())
                  .plus(pid.toString())
                  .plus(program.command().toArray(String[]::new))
                  .builder();
            },
            done,
            log(name));
    parts.put(name, part);
    components.computeIfAbsent(component, none -> new ArrayList<>()).add(part);
    resources.add(() -> Files.deleteIfExists(pid));
    resources.add(part);
    resources.add(() -> part.end(END_LIMIT));
    return part;
  }

  /** The part of that name, such as {@code consumer-1}. */
  public SupervisedProcess named(String name) {
    return parts.get(name);
  }

  /** The processes of a component, in the order of their start. */
  public List<SupervisedProcess> of(Component component) {
    return List.copyOf(components.getOrDefault(component, List.of()));
  }

  /** Stops all processes of a component by SIGSTOP; their connections stay open. */
  public void freeze(Component component) throws IOException {
    for (SupervisedProcess part : of(component)) {
      part.freeze();
    }
  }

  /** Continues all processes of a component by SIGCONT. */
  public void thaw(Component component) throws IOException {
    for (SupervisedProcess part : of(component)) {
      part.thaw();
    }
  }

  /** Why a part is not ready, if it says so. */
  interface Reason {
    Optional<String> said() throws InterruptedException;
  }

  /**
   * Waits until a part is ready.
   *
   * @throws RigException it died, or is not ready in time
   */
  void awaitReady(String name, Duration limit, Reason reason, Await.Condition ready)
      throws IOException, InterruptedException {
    SupervisedProcess part = named(name);
    boolean held = Await.holds(limit, () -> part.isDone() || ready.holds());
    if (part.isDone()) {
      throw failed(name, "died while starting");
    }
    if (!held) {
      String why = reason.said().map(said -> " (" + said + ")").orElse("");
      throw failed(name, "is not ready after " + limit.toSeconds() + " s" + why);
    }
  }

  /** The exception that names a part, what it did and its log. */
  RigException failed(String name, String what) throws IOException {
    List<String> lines = said(name).lines().toList();
    return new RigException(
        name + " " + what + "; its log is " + log(name),
        lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
  }

  /** What a part has written, by all of its starts; empty if nothing. */
  public String said(String name) throws IOException {
    Path log = log(name);
    return Files.exists(log) ? new String(Files.readAllBytes(log), StandardCharsets.UTF_8) : "";
  }

  private Path log(String name) {
    return directory.resolve(name + ".log");
  }

  /** Asks a part to end, and waits; the status that it ended with. */
  int end(String name, Duration limit) throws IOException, InterruptedException {
    try {
      return named(name).terminate(limit);
    } catch (StuckException e) {
      RigException failure = failed(name, "did not end in " + limit.toSeconds() + " s");
      failure.initCause(e);
      throw failure;
    }
  }

  @Override
  public void close() throws IOException {
    resources.close();
  }
}
