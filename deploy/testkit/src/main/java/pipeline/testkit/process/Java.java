package pipeline.testkit.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts programs in the Java that runs this one; the environment is the caller's to add. */
public final class Java {
  private Java() {}

  /**
   * Builds the command for a jar.
   *
   * @param options of the program's JVM, such as {@code -Xmx64m}
   */
  public static ProcessBuilder jar(Path jar, List<String> options, String... arguments) {
    return java(options, List.of("-jar", jar.toString()), List.of(arguments));
  }

  /** Builds the command for a main class of our own class path. */
  public static ProcessBuilder main(Class<?> main, String... arguments) {
    List<String> classPath = List.of("-cp", System.getProperty("java.class.path"));
    return java(classPath, List.of(main.getName()), List.of(arguments));
  }

  private static ProcessBuilder java(List<String> options, List<String> main, List<String> more) {
    String program = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>(List.of(program));
    List.of(options, main, more).forEach(command::addAll);
    return new ProcessBuilder(command);
  }
}
