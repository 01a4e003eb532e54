package pipeline.lab.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.lab.system.WordOracle;

/**
 * How counts differ from what they must be.
 *
 * @param lines that were sent
 * @param lostLines more lines than a consumer has counted; negative if it has counted some again
 * @param lost counts that are missing, of all words together
 * @param doubled counts that are too many, of all words together
 */
record Losses(long lines, long lostLines, long lost, long doubled) {
  /** The first line of a consumer's totals. */
  private static final Pattern COUNTED = Pattern.compile("(?m)^lines=(\\d+) ");

  /**
   * Compares the counts of a text.
   *
   * @param expected the file of the counts that must be
   * @param counted the file of those that are
   * @param report what the consumer said of them
   */
  static Losses of(long lines, Path expected, Path counted, String report) throws IOException {
    Map<String, Long> right = WordOracle.parse(Files.readString(expected));
    Map<String, Long> actual = WordOracle.parse(Files.readString(counted));
    long lost = 0;
    long doubled = 0;
    for (Map.Entry<String, Long> word : right.entrySet()) {
      lost += Math.max(0, word.getValue() - actual.getOrDefault(word.getKey(), 0L));
    }
    for (Map.Entry<String, Long> word : actual.entrySet()) {
      doubled += Math.max(0, word.getValue() - right.getOrDefault(word.getKey(), 0L));
    }
    return new Losses(lines, lines - counted(report), lost, doubled);
  }

  private static long counted(String report) throws IOException {
    Matcher counted = COUNTED.matcher(report);
    if (!counted.find()) {
      throw new IOException("the consumer has not said how many lines it has counted");
    }
    return Long.parseLong(counted.group(1));
  }

  /** The losses in a line, such as {@code lines=9930 lost=12 words-lost=120 words-doubled=0}. */
  @Override
  public String toString() {
    return "lines=%s lost=%s words-lost=%s words-doubled=%s"
        .formatted(lines, lostLines, lost, doubled);
  }
}
