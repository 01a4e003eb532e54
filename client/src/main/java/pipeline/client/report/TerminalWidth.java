package pipeline.client.report;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks the terminal for its width without taking it over, as a terminal library would. */
public final class TerminalWidth {
  static final int DEFAULT_COLUMNS = 80;

  private static final int MAX_COLUMNS = 150;
  private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("\\d+ (\\d{2,4})\\s*");

  private TerminalWidth() {}

  /** What {@code stty} says; {@link #DEFAULT_COLUMNS} if it says nothing. */
  public static int columns() {
    try {
      Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty")).start();
      if (stty.waitFor(1, TimeUnit.SECONDS) && stty.exitValue() == 0) {
        return parse(new String(stty.getInputStream().readAllBytes(), US_ASCII));
      }
      stty.destroy();
    } catch (IOException e) {
      // no stty or no terminal
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return DEFAULT_COLUMNS;
  }

  static int parse(String size) {
    Matcher matcher = ROWS_AND_COLUMNS.matcher(size);
    return matcher.matches()
        ? Math.min(Integer.parseInt(matcher.group(1)), MAX_COLUMNS)
        : DEFAULT_COLUMNS;
  }
}
