package pipeline.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What lies in this checkout: the finished programs and the texts to count. */
final class Checkout {
  private static final Path ROOT = Path.of("../..");

  private Checkout() {}

  /** The command that runs {@code module}'s fat jar in a small heap. */
  static List<String> jar(String module, String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    command.add("-jar");
    command.add(ROOT.resolve(module).resolve("target").resolve(module + ".jar").toString());
    command.addAll(List.of(args));
    return command;
  }

  static Path testdata(String file) {
    return ROOT.resolve("testdata").resolve(file);
  }
}
