package pipeline.wire.process;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Where a program prints: results to {@code out}, everything else to {@code err}.
 *
 * @param program its name, with which each line of {@link #tell} begins
 * @param interactive whether a person watches {@code err} on a terminal
 */
public record Console(String program, PrintStream out, PrintStream err, boolean interactive) {
  private static final Pattern NOT_PRINTABLE = Pattern.compile("\\p{C}|\\p{Zl}|\\p{Zp}");

  /** The process's own streams, written in UTF-8. */
  public static Console system(String program) {
    return new Console(
        program,
        new PrintStream(System.out, true, StandardCharsets.UTF_8),
        new PrintStream(System.err, true, StandardCharsets.UTF_8),
        stderrIsTerminal());
  }

  /**
   * Prints a line for the person who runs the program on {@code err}; what comes from outside may
   * be in it.
   */
  public void tell(String text) {
    err.println(program + ": " + printable(text));
  }

  /**
   * Makes text from outside (words, a server's or the broker's reasons, names of files, arguments)
   * safe to print: it is one line, and a terminal obeys nothing in it. A question mark stands in
   * the place of each control character, line end, character without a width, unpaired surrogate
   * and code point that means nothing.
   */
  public static String printable(String text) {
    return NOT_PRINTABLE.matcher(text).replaceAll("?");
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
