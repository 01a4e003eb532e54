package pipeline.wire.process;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A terminal on which one line, the live line, is overwritten until something else is printed,
 * which then begins on a line of its own. Thread-safe.
 */
final class LiveStream extends PrintStream {
  private static final String ERASED = "\r\033[K";

  private static final int DEFAULT_COLUMNS = 80;
  private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("\\d+ (\\d{2,4})\\s*");

  private final int columns = askedColumns();

  LiveStream(PrintStream terminal) {
    super(new Screen(terminal), true, UTF_8);
  }

  /**
   * The width of the terminal as {@code stty} says it, which does not take the terminal over as a
   * library would; {@link #DEFAULT_COLUMNS} if it says nothing.
   */
  private static int askedColumns() {
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
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : DEFAULT_COLUMNS;
  }

  int columns() {
    return columns;
  }

  /** Shows a live line in the place of the one before, as far as there is room. */
  void show(String line) {
    ((Screen) out).show(ERASED + line.substring(0, Math.min(line.length(), columns - 1)));
  }

  /** Ends the live line, if there is one; its last text stays. */
  void end() {
    ((Screen) out).show("");
  }

  private static final class Screen extends FilterOutputStream {
    private boolean live;

    Screen(OutputStream terminal) {
      super(terminal);
    }

    /** Shows a live line, or ends the one that is shown if there is nothing to show. */
    synchronized void show(String line) {
      try {
        if (line.isEmpty()) {
          endLine();
        } else {
          out.write(line.getBytes(UTF_8));
          live = true;
        }
        out.flush();
      } catch (IOException e) {
        // nobody is watching any more
      }
    }

    private void endLine() throws IOException {
      if (live) {
        live = false;
        out.write('\n');
      }
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
      endLine();
      out.write(bytes, offset, length);
    }
  }
}
