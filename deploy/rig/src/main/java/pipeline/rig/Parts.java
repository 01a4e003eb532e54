package pipeline.rig;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import pipeline.rig.machine.CloseableStack;
import pipeline.testkit.process.ChildProcess;

/**
 * The processes of a rig, each with NAME.log and NAME.pid in the rig's directory. {@link #close}
 * ends them, the last first. Used by one thread.
 */
public final class Parts implements Closeable {
  private static final Duration END_LIMIT = Duration.ofSeconds(10);

  /**
   * The shell command that starts a program in a session of its own, so that the terminal's Ctrl-C
   * reaches only this JVM, which then ends the programs in order. The shell notes its pid and
   * becomes the program. The arguments may hold a password, so the log does not have them.
   */
  private static final List<String> LAUNCH =
      List.of("setsid", "sh", "-c", "echo $$ >\"$0\"; exec \"$@\"");

  /** Says which program a part is. */
  public interface Launch {
    /**
     * The program of a start.
     *
     * @param starts how often the part was started before
     */
    Program program(int starts) throws IOException;
  }

  private final Path directory;
  private final CloseableStack resources = new CloseableStack();
  private final Map<String, ChildProcess> parts = new HashMap<>();
  private final Map<Component, List<ChildProcess>> components = new EnumMap<>(Component.class);

  Parts(Path directory) {
    this.directory = directory;
  }

  /**
   * Makes a program a part; starts nothing yet.
   *
   * @param done whether a program that ended with this status stays down
   */
  public ChildProcess add(Component component, String name, Launch launch, IntPredicate done) {
    Path pid = directory.resolve(name + ".pid");
    ChildProcess part =
        ChildProcess.supervised(
            name,
            starts -> {
              Program program = launch.program(starts);
              return new Program(name, LAUNCH, program.environment())
                  .plus(pid.toString())
                  .plus(program.command().toArray(String[]::new))
                  .builder();
            },
            done,
            directory.resolve(name + ".log"));
    parts.put(name, part);
    components.computeIfAbsent(component, none -> new ArrayList<>()).add(part);
    resources.add(() -> Files.deleteIfExists(pid));
    resources.add(part);
    resources.add(() -> part.end(END_LIMIT));
    return part;
  }

  /** The part of that name, such as {@code consumer-1}. */
  public ChildProcess named(String name) {
    return parts.get(name);
  }

  /** The processes of a component, in the order of their start. */
  public List<ChildProcess> of(Component component) {
    return List.copyOf(components.getOrDefault(component, List.of()));
  }

  /** Stops all processes of a component by SIGSTOP; their connections stay open. */
  public void freeze(Component component) throws IOException {
    for (ChildProcess part : of(component)) {
      part.freeze();
    }
  }

  /** Continues all processes of a component by SIGCONT. */
  public void thaw(Component component) throws IOException {
    for (ChildProcess part : of(component)) {
      part.thaw();
    }
  }

  @Override
  public void close() throws IOException {
    resources.close();
  }
}
