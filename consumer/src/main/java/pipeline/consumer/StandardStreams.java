package pipeline.consumer;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The streams to which the program prints.
 *
 * @param terminal whether {@code err} is a terminal
 */
record StandardStreams(PrintStream out, PrintStream err, boolean terminal) {
  private static final Pattern INVISIBLE = Pattern.compile("\\p{C}");

  /** The process's own streams, written in UTF-8. */
  static StandardStreams system() {
    return new StandardStreams(
        new PrintStream(System.out, true, StandardCharsets.UTF_8),
        new PrintStream(System.err, true, StandardCharsets.UTF_8),
        isTerminal(Path.of("/proc/self/fd/2")));
  }

  /**
   * The text with a question mark in place of everything that a terminal may obey: control and
   * format characters, line breaks, and what is no character. Words and reasons are strangers'.
   */
  static String printable(String text) {
    return INVISIBLE.matcher(text).replaceAll("?");
  }

  /** {@code System.console()} looks at stdin and stdout, which may be redirected. */
  private static boolean isTerminal(Path descriptor) {
    try {
      String target = Files.readSymbolicLink(descriptor).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
