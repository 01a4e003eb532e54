package pipeline.client.workload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
  private static final Path STANDARD_INPUT = Path.of("-");
  private static final int FILE_TYPE = 0170000;
  private static final int PIPE = 0010000;

  /**
   * A path at servers of other programs.
   *
   * @param withKeys whether each request shows its key there
   */
  public record Elsewhere(String path, boolean withKeys) {}

  /**
   * Reads the file once from end to end, a line at a time, so that bad input is told before
   * anything is sent. Standard input ({@code -}) and a pipe are copied first, since the text is
   * read again.
   *
   * @throws BadInputException if it cannot be read or is not UTF-8, naming the line
   */
  public static FileTraffic of(Path file, int linesPerRequest, Optional<Elsewhere> elsewhere)
      throws BadInputException {
    if (file.equals(STANDARD_INPUT) || isPipe(file)) {
      return spooled(file, linesPerRequest, elsewhere);
    }
    if (Files.notExists(file)) {
      throw new BadInputException(file + ": no such file");
    }
    if (Files.isDirectory(file)) {
      throw new BadInputException(file + ": is a directory, not a file");
    }
    if (!Files.isRegularFile(file)) {
      throw new BadInputException(file + ": is neither a regular file nor a pipe");
    }
    if (!Files.isReadable(file)) {
      throw new BadInputException(file + ": permission denied");
    }
    return read(file.toString(), file, linesPerRequest, elsewhere);
  }

  private static boolean isPipe(Path file) {
    try {
      return ((int) Files.getAttribute(file, "unix:mode") & FILE_TYPE) == PIPE;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }

  /** Takes the text from a temporary file, which is deleted when the JVM ends. */
  private static FileTraffic spooled(Path from, int linesPerRequest, Optional<Elsewhere> elsewhere)
      throws BadInputException {
    String name = from.equals(STANDARD_INPUT) ? "standard input" : from.toString();
    try (InputStream in = from.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(from)) {
      Path copy = Files.createTempFile("client-", ".txt");
      copy.toFile().deleteOnExit();
      Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
      return read(name, copy, linesPerRequest, elsewhere);
    } catch (IOException e) {
      throw new BadInputException(
          name + ": cannot be copied to a temporary file: " + Console.reason(e));
    }
  }

  private static FileTraffic read(
      String name, Path file, int linesPerRequest, Optional<Elsewhere> elsewhere)
      throws BadInputException {
    try (LineReader reader = new LineReader(file)) {
      return read(name, file, Files.size(file), linesPerRequest, elsewhere, reader);
    } catch (IOException e) {
      throw new BadInputException(name + ": cannot be read: " + Console.reason(e));
    }
  }

  /**
   * @param name of the text, for messages
   * @param bytes of the file before it is read, so that one that grows meanwhile is noticed too
   */
  private static FileTraffic read(
      String name,
      Path file,
      long bytes,
      int linesPerRequest,
      Optional<Elsewhere> elsewhere,
      LineReader reader)
      throws IOException, BadInputException {
    CharsetDecoder strictUtf8 = StandardCharsets.UTF_8.newDecoder();
    TextBody body = new TextBody(linesPerRequest);
    long lines = 0;
    long full = 0;
    for (Optional<byte[]> line = reader.next(); line.isPresent(); line = reader.next()) {
      try {
        strictUtf8.decode(ByteBuffer.wrap(line.get()));
      } catch (CharacterCodingException e) {
        throw new BadInputException(name + ": line " + reader.lineNumber() + " is not valid UTF-8");
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
