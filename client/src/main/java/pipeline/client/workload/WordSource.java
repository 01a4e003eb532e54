package pipeline.client.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import pipeline.client.http.Request;
import pipeline.client.http.Request.Success;

/**
 * Word count's reads: asks for the count of the file's words, one after the other, over and over.
 * Words that no path can carry through a server ({@code .}, {@code ..}, with a slash or backslash)
 * are left out. Thread-safe.
 */
final class WordSource implements RequestSource {
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
