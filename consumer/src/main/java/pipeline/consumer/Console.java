package pipeline.consumer;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the program prints.
 *
 * @param terminal whether somebody watches {@code err}
 */
record Console(PrintStream out, PrintStream err, boolean terminal) {

  /** The process's own streams, written in UTF-8. */
  public static Console system() {
    return new Console(
        new PrintStream(System.out, true, StandardCharsets.UTF_8),
        new PrintStream(System.err, true, StandardCharsets.UTF_8),
        isTerminal(Path.of("/proc/self/fd/2")));
  }

  /** {@code System.console()} would ask about stdin and stdout, which may well be redirected. */
  private static boolean isTerminal(Path descriptor) {
    try {
      String target = Files.readSymbolicLink(descriptor).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
