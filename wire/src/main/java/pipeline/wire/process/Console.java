package pipeline.wire.process;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The output of a program: results to {@code out}, everything else to {@code err}.
 *
 * @param program its name, with which each line of {@link #tell} begins
 * @param interactive whether a person watches {@code err} on a terminal
 * @param quiet whether {@link #note} prints nothing
 */
public record Console(
    String program, PrintStream out, PrintStream err, boolean interactive, boolean quiet) {
  private static final Pattern NOT_PRINTABLE = Pattern.compile("\\p{C}|\\p{Zl}|\\p{Zp}");

  private static final Map<Class<?>, String> REASONS =
      Map.of(
          NoSuchFileException.class, "no such file",
          AccessDeniedException.class, "permission denied",
          FileAlreadyExistsException.class, "exists already");

  private static final int FAILED = 1;
  private static final int FILE_TYPE = 0170000;
  private static final int PIPE = 0010000;
  private static final int SOCKET = 0140000;

  /** On a terminal, {@code err} has room for a {@linkplain #live live line}. */
  public Console {
    err = interactive && !(err instanceof LiveStream) ? new LiveStream(err) : err;
  }

  /** A console that is not quiet. */
  public Console(String program, PrintStream out, PrintStream err, boolean interactive) {
    this(program, out, err, interactive, false);
  }

  /**
   * A console on the process's own streams, written in UTF-8. On a terminal its {@code err} becomes
   * {@code System.err}, so that no log line is written into a live line.
   */
  public static Console system(String program) {
    Console console =
        new Console(
            program,
            new Printer(new WatchedStream(new FileOutputStream(FileDescriptor.out))),
            new PrintStream(System.err, true, StandardCharsets.UTF_8),
            isTerminal(2) && !"dumb".equals(System.getenv("TERM")));
    if (console.interactive) {
      System.setErr(console.err);
    }
    return console;
  }

  /**
   * This console with results on {@code err} too, for a program whose standard output is a file
   * that the user named {@code -}.
   */
  public Console withoutOut() {
    return new Console(program, err, err, interactive, quiet);
  }

  /** This console without notes and a live line, if {@code wanted}. */
  public Console quietIf(boolean wanted) {
    return wanted ? new Console(program, out, err, false, true) : this;
  }

  /** Prints a line on {@code err} that nobody needs. */
  public void note(String text) {
    if (!quiet) {
      err.println(text);
    }
  }

  /**
   * Shows a line on the terminal in the place of the one shown before. Whatever else is printed to
   * {@code err} begins on a line of its own. To be called on an interactive console only.
   */
  public void live(String line) {
    ((LiveStream) err).show(printable(line));
  }

  /** The width of the terminal of an interactive console. */
  public int columns() {
    return ((LiveStream) err).columns();
  }

  /** The width of the terminal to which {@code out} is printed; no limit if that is none. */
  public int outColumns() {
    return interactive && isTerminal(1) ? columns() : Integer.MAX_VALUE;
  }

  /** Ends the live line, if there is one; its last text stays. */
  public void endLive() {
    if (err instanceof LiveStream stream) {
      stream.end();
    }
  }

  /**
   * Ends the printing, to be called last: tells on {@code err} if something could not be printed to
   * {@code out}. A reader that left early ({@code | head}) has what it wanted and is not told of.
   *
   * @param exitCode what the program would end with otherwise
   * @return the exit code: not 0 if something could not be printed
   */
  public int ended(int exitCode) {
    boolean failed = out.checkError();
    String cause = out instanceof Printer printer ? printer.failure() : "closed";
    if (!failed || isBrokenPipe(cause)) {
      return exitCode;
    }
    tell("standard output cannot be written: " + cause);
    return exitCode == 0 ? FAILED : exitCode;
  }

  /**
   * Whether the failed stream is a broken pipe. The error's text is in the user's language, but a
   * pipe fails for no other reason.
   */
  private static boolean isBrokenPipe(String cause) {
    try {
      int mode = (int) Files.getAttribute(Path.of("/proc/self/fd/1"), "unix:mode");
      return (mode & FILE_TYPE) == PIPE || (mode & FILE_TYPE) == SOCKET;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return cause.equals("Broken pipe");
    }
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

  /** A whole number for people: 9,930. What programs read has no separators. */
  public static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** The cause of a failed read or write in the system's words, without the file's name. */
  public static String reason(IOException failure) {
    String known = REASONS.get(failure.getClass());
    if (known != null) {
      return known;
    }
    String words =
        failure instanceof FileSystemException system ? system.getReason() : failure.getMessage();
    return printable(words == null ? failure.toString() : words);
  }

  /**
   * Whether a descriptor is a terminal. {@code System.console()} is null as soon as stdin or stdout
   * is redirected, which says nothing about stderr; Linux names the file behind each descriptor.
   * Elsewhere it counts as redirected.
   */
  private static boolean isTerminal(int descriptor) {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /** Prints in UTF-8, a line at a time, and keeps the first failure. */
  private static final class Printer extends PrintStream {
    private final WatchedStream watched;

    Printer(WatchedStream watched) {
      super(new BufferedOutputStream(watched), true, StandardCharsets.UTF_8);
      this.watched = watched;
    }

    /**
     * The reason why something could not be printed; to be asked after {@link #checkError} only.
     */
    String failure() {
      return watched.failure() == null ? "closed" : reason(watched.failure());
    }
  }
}
