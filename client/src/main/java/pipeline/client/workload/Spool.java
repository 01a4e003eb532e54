package pipeline.client.workload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import pipeline.client.input.BadInputException;
import pipeline.wire.process.Console;

/** Copies of texts that can be read only once: standard input ({@code -}) and pipes. */
public final class Spool {
  private static final Path STANDARD_INPUT = Path.of("-");
  private static final int FILE_TYPE = 0170000;
  private static final int PIPE = 0010000;

  private Spool() {}

  /** What a text is called in messages. */
  public static String name(Path text) {
    return text.equals(STANDARD_INPUT) ? "standard input" : text.toString();
  }

  /** Whether the text can be read only once. */
  public static boolean isNeeded(Path text) {
    return text.equals(STANDARD_INPUT) || isPipe(text);
  }

  private static boolean isPipe(Path file) {
    try {
      return ((int) Files.getAttribute(file, "unix:mode") & FILE_TYPE) == PIPE;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Copies the text to a temporary file, which is deleted when the JVM ends.
   *
   * @throws BadInputException if it cannot be copied
   */
  public static Path copy(Path text) {
    try (InputStream in = text.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(text)) {
      Path copy = Files.createTempFile("text-", ".txt");
      copy.toFile().deleteOnExit();
      Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
      return copy;
    } catch (IOException e) {
      throw new BadInputException(
          name(text) + ": cannot be copied to a temporary file: " + Console.reason(e));
    }
  }
}
