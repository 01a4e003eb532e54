package pipeline.client.report;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.client.input.Printable;

/**
 * Where the program writes: results to {@code out}, everything else to {@code err}.
 *
 * @param interactive whether a person watches {@code err} on a terminal
 */
public record Console(PrintStream out, PrintStream err, boolean interactive) {
  static final int DEFAULT_COLUMNS = 80;

  private static final int MAX_COLUMNS = 150;
  private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("\\d+ (\\d{2,4})\\s*");

  public static Console system() {
    return new Console(System.out, System.err, stderrIsTerminal());
  }

  /**
   * Prints a line for the person who runs the program on {@code err}; what comes from outside may
   * be in it.
   */
  public void tell(String text) {
    err.println("client: " + Printable.of(text));
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

  /**
   * The width of the terminal as {@code stty} says it, which does not take the terminal over as a
   * library would; {@link #DEFAULT_COLUMNS} if it says nothing.
   */
  static int columns() {
    try {
      Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty")).start();
      if (stty.waitFor(1, TimeUnit.SECONDS) && stty.exitValue() == 0) {
        return columns(new String(stty.getInputStream().readAllBytes(), US_ASCII));
      }
      stty.destroy();
    } catch (IOException e) {
      // no stty or no terminal
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return DEFAULT_COLUMNS;
  }

  static int columns(String size) {
    Matcher matcher = ROWS_AND_COLUMNS.matcher(size);
    return matcher.matches()
        ? Math.min(Integer.parseInt(matcher.group(1)), MAX_COLUMNS)
        : DEFAULT_COLUMNS;
  }
}
