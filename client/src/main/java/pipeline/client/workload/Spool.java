package pipeline.client.workload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import pipeline.client.input.BadInputException;
import pipeline.wire.process.Console;

/** Copies of texts that can be read only once: standard input ({@code -}), pipes and devices. */
public final class Spool {
  private static final Path STANDARD_INPUT = Path.of("-");

  private Spool() {}

  /** What a text is called in messages. */
  public static String name(Path text) {
    return text.equals(STANDARD_INPUT) ? "standard input" : text.toString();
  }

  /** Whether the text can be read only once, as a pipe and a device can. */
  public static boolean isNeeded(Path text) {
    boolean isOther = !Files.isRegularFile(text) && !Files.isDirectory(text);
    return text.equals(STANDARD_INPUT) || (Files.exists(text) && isOther);
  }

  /**
   * Copies the text to a temporary file, which is deleted when the JVM ends.
   *
   * @throws BadInputException if it cannot be copied
   */
  public static Path copy(Path text) throws BadInputException {
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
