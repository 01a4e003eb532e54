package pipeline.client.workload;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import pipeline.client.input.BadInputException;

/**
 * A text file that has been read once from end to end, so that bad input is told before anything is
 * sent.
 *
 * @param lines how many of its lines are not empty
 */
public record InputFile(Path path, long lines) {
  /**
   * Reads the file, a line at a time.
   *
   * @throws BadInputException if it cannot be read or is not UTF-8, naming the line
   */
  public static InputFile check(Path path) throws BadInputException {
    if (Files.notExists(path)) {
      throw new BadInputException(path + ": no such file");
    }
    if (Files.isDirectory(path)) {
      throw new BadInputException(path + ": is a directory, not a file");
    }
    if (!Files.isRegularFile(path)) {
      throw new BadInputException(path + ": is not a regular file (it is read twice)");
    }
    if (!Files.isReadable(path)) {
      throw new BadInputException(path + ": permission denied");
    }
    try (LineReader reader = new LineReader(path)) {
      return new InputFile(path, countLines(path, reader));
    } catch (IOException e) {
      throw new BadInputException(path + ": cannot be read: " + e.getMessage());
    }
  }

  private static long countLines(Path path, LineReader reader)
      throws IOException, BadInputException {
    CharsetDecoder strictUtf8 = StandardCharsets.UTF_8.newDecoder();
    long lines = 0;
    for (Optional<byte[]> line = reader.next(); line.isPresent(); line = reader.next()) {
      try {
        strictUtf8.decode(ByteBuffer.wrap(line.get()));
      } catch (CharacterCodingException e) {
        throw new BadInputException(path + ": line " + reader.lineNumber() + " is not valid UTF-8");
      }
      lines++;
    }
    return lines;
  }
}
