package pipeline.client.workload;

import static pipeline.client.input.BadInputException.refuseIf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import pipeline.client.input.BadInputException;
import pipeline.wire.process.Console;
import pipeline.wire.workload.Workload;

/**
 * Word count's traffic: the lines of a text file are sent, and its words asked for.
 *
 * @param bytes how long the file is
 * @param requestsPerRound fewer where a request carries many lines
 * @param elsewhere where servers that are not ours take its lines; empty for ours
 */
public record FileTraffic(
    Path file,
    long bytes,
    Input input,
    Part part,
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
   * anything is sent. Standard input and a pipe are copied first, since the text is read again.
   *
   * @throws BadInputException if it cannot be read or is not UTF-8, naming the line
   */
  public static FileTraffic of(
      Path file, Part part, int linesPerRequest, Optional<Elsewhere> elsewhere) {
    String name = Spool.name(file);
    boolean spooled = Spool.isNeeded(file);
    refuseIf(
        !spooled && Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file),
        file + ": is neither a regular file nor a pipe");
    Path text = spooled ? Spool.copy(file) : file;
    try {
      return read(name, text, part, linesPerRequest, elsewhere);
    } catch (IOException e) {
      throw new BadInputException(name + ": " + Console.reason(e));
    }
  }

  /**
   * @param name of the text, for messages
   */
  private static FileTraffic read(
      String name, Path file, Part part, int linesPerRequest, Optional<Elsewhere> elsewhere)
      throws IOException {
    long bytes = Files.size(file); // before it is read, so that growth meanwhile is noticed too
    CharsetDecoder strictUtf8 = StandardCharsets.UTF_8.newDecoder();
    long size = 0;
    Checksum checksum = new CRC32C();
    try (LineReader reader = new LineReader(file)) {
      for (Optional<byte[]> line = reader.next(); line.isPresent(); line = reader.next()) {
        try {
          strictUtf8.decode(ByteBuffer.wrap(line.get()));
        } catch (CharacterCodingException e) {
          throw new BadInputException(
              name + ": line " + reader.lineNumber() + " is not valid UTF-8");
        }
        size++;
        checksum.update(line.get());
        checksum.update('\n');
      }
    }
    Input input =
        new Input(
            Workload.WORDCOUNT.spelled(),
            size,
            OptionalLong.empty(),
            Optional.of("crc32c:" + Long.toHexString(checksum.getValue())),
            linesPerRequest);
    long requests =
        linesPerRequest == 1
            ? part.lines(size)
            : requests(new PartReader(file, size, part), part, input);
    return new FileTraffic(file, bytes, input, part, requests, elsewhere);
  }

  /**
   * Counts the requests of a part with many lines each. Where they end depends on the lengths of
   * the lines, which are read once more.
   */
  private static long requests(PartReader lines, Part part, Input input) throws IOException {
    long requests = 0;
    try (LineSource source = new LineSource(lines, input.linesPerRequest(), Optional.empty())) {
      for (long left = part.lines(input.size()); left > 0; requests++) {
        left -= source.next().orElseThrow().lines();
      }
    }
    return requests;
  }

  @Override
  public boolean hasRuns() {
    return elsewhere.isEmpty();
  }

  @Override
  public RequestSource requests() throws IOException {
    PartReader lines = new PartReader(file, input.size(), part);
    return new LineSource(lines, input.linesPerRequest(), elsewhere);
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
    return new WordSource(file, input.size());
  }
}
