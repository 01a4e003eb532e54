package pipeline.client.report;

import com.fasterxml.jackson.core.JsonParseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import pipeline.client.input.BadInputException;
import pipeline.client.input.JsonTree;
import pipeline.wire.process.Console;

/** Reads files of {@code --json}. */
final class ResultFile {
  private ResultFile() {}

  /**
   * Reads a result.
   *
   * @param file its name, {@code -} for standard input
   * @throws BadInputException if it is none
   */
  static JsonTree read(String file) throws BadInputException {
    try {
      boolean isInput = file.equals("-");
      JsonTree tree =
          JsonTree.parse(isInput ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file)));
      if (tree.at("format").text().filter(ResultJson.FORMAT::equals).isPresent()) {
        return tree;
      }
    } catch (NoSuchFileException e) {
      throw new BadInputException(file + ": no such file");
    } catch (JsonParseException e) {
      throw new BadInputException(file + ": is not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new BadInputException(file + ": cannot be read: " + Console.reason(e));
    }
    throw new BadInputException(file + ": is not a result of --json (" + ResultJson.FORMAT + ")");
  }
}
