package pipeline.client.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the program writes: results to {@code out}, everything else to {@code err}.
 *
 * @param interactive whether a person watches {@code err} on a terminal
 */
public record Console(PrintStream out, PrintStream err, boolean interactive) {
  public static Console system() {
    return new Console(System.out, System.err, stderrIsTerminal());
  }

  /**
   * {@code System.console()} is null as soon as stdin or stdout is redirected, which says nothing
   * about stderr; Linux names the file behind each descriptor. Elsewhere stderr counts as
   * redirected.
   */
  private static boolean stderrIsTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
