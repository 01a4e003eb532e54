package pipeline.client.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static pipeline.client.input.BadInputException.refuseIf;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import pipeline.client.http.Request;
import pipeline.client.http.Request.Success;
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
    CharsetDecoder strictUtf8 = UTF_8.newDecoder();
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
    Optional<String> crc = Optional.of("crc32c:" + Long.toHexString(checksum.getValue()));
    Input input =
        new Input(Workload.WORDCOUNT.spelled(), size, OptionalLong.empty(), crc, linesPerRequest);
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

  /**
   * Word count's reads: asks for the count of the file's words, one after the other, over and over.
   * Words that no path can carry through a server ({@code .}, {@code ..}, with a slash or
   * backslash) are left out. Thread-safe.
   */
  private static final class WordSource implements RequestSource {
    private static final String PATH = "/textbody/wordcount/";
    private static final Predicate<String> FITS_INTO_A_PATH =
        Pattern.compile("(?!\\.{1,2}$)[^/\\\\\\x00-\\x1f\\x7f]+").asMatchPredicate();

    private final long linesInFile;
    private final PartReader lines;
    private Iterator<String> words = List.<String>of().iterator();
    private long seq;

    WordSource(Path file, long linesInFile) throws IOException {
      this.linesInFile = linesInFile;
      this.lines = new PartReader(file, linesInFile, Part.WHOLE);
    }

    @Override
    public synchronized Optional<Request> next() throws IOException {
      for (long read = 0; !words.hasNext() && read < linesInFile; read++) {
        words = wordsOf(lines.next().orElseThrow());
      }
      return words.hasNext()
          ? Optional.of(
              Request.get(seq++, PATH + URLEncoder.encode(words.next(), UTF_8), Success.OURS))
          : Optional.empty();
    }

    private static Iterator<String> wordsOf(byte[] line) {
      String[] words = new String(line, UTF_8).split("\\s+", -1);
      return Arrays.stream(words).filter(FITS_INTO_A_PATH).iterator();
    }

    @Override
    public synchronized void close() throws IOException {
      lines.close();
    }
  }
}
