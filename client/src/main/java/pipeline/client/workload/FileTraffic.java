package pipeline.client.workload;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import pipeline.client.input.BadInputException;
import pipeline.wire.process.Console;
import pipeline.wire.workload.Workload;

/**
 * Word count's traffic: the lines of a text file are sent, and its words asked for.
 *
 * @param bytes how long the file is
 * @param size how many of its lines are not empty
 * @param requestsPerRound fewer where a request carries many lines
 * @param elsewhere where servers that are not ours take its lines; empty for ours
 */
public record FileTraffic(
    Path file,
    long bytes,
    long size,
    int linesPerRequest,
    long requestsPerRound,
    Optional<Elsewhere> elsewhere)
    implements Traffic {
  /**
   * A path at servers of other programs.
   *
   * @param withKeys whether each request shows its key there
   */
  public record Elsewhere(String path, boolean withKeys) {}

  /**
   * Reads the file once from end to end, a line at a time, so that bad input is told before
   * anything is sent.
   *
   * @throws BadInputException if it cannot be read or is not UTF-8, naming the line
   */
  public static FileTraffic of(Path file, int linesPerRequest, Optional<Elsewhere> elsewhere)
      throws BadInputException {
    if (Files.notExists(file)) {
      throw new BadInputException(file + ": no such file");
    }
    if (Files.isDirectory(file)) {
      throw new BadInputException(file + ": is a directory, not a file");
    }
    if (!Files.isRegularFile(file)) {
      throw new BadInputException(file + ": is not a regular file (it is read twice)");
    }
    if (!Files.isReadable(file)) {
      throw new BadInputException(file + ": permission denied");
    }
    try (LineReader reader = new LineReader(file)) {
      return read(file, Files.size(file), linesPerRequest, elsewhere, reader);
    } catch (IOException e) {
      throw new BadInputException(file + ": cannot be read: " + Console.reason(e));
    }
  }

  /**
   * @param bytes of the file before it is read, so that one that grows meanwhile is noticed too
   */
  private static FileTraffic read(
      Path file, long bytes, int linesPerRequest, Optional<Elsewhere> elsewhere, LineReader reader)
      throws IOException, BadInputException {
    CharsetDecoder strictUtf8 = StandardCharsets.UTF_8.newDecoder();
    TextBody body = new TextBody(linesPerRequest);
    long lines = 0;
    long full = 0;
    for (Optional<byte[]> line = reader.next(); line.isPresent(); line = reader.next()) {
      try {
        strictUtf8.decode(ByteBuffer.wrap(line.get()));
      } catch (CharacterCodingException e) {
        throw new BadInputException(file + ": line " + reader.lineNumber() + " is not valid UTF-8");
      }
      if (!body.add(line.get())) {
        full++;
        body = new TextBody(linesPerRequest);
        body.add(line.get());
      }
      lines++;
    }
    long requests = lines == 0 ? 0 : full + 1;
    return new FileTraffic(file, bytes, lines, linesPerRequest, requests, elsewhere);
  }

  @Override
  public String name() {
    return Workload.WORDCOUNT.spelled();
  }

  @Override
  public OptionalLong seed() {
    return OptionalLong.empty();
  }

  @Override
  public boolean hasRuns() {
    return elsewhere.isEmpty();
  }

  @Override
  public RequestSource requests() throws IOException {
    return new LineSource(file, size, linesPerRequest, elsewhere);
  }

  @Override
  public void checkUnchanged() throws IOException {
    long now = Files.size(file);
    if (now != bytes) {
      throw new IOException("it has " + now + " bytes now, but had " + bytes + " at first");
    }
  }

  @Override
  public RequestSource reads() throws IOException {
    return new WordSource(file, size);
  }
}
