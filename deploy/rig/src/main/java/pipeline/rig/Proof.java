package pipeline.rig;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What the consumers of one counter have counted, to be compared with what it must be by an {@link
 * Oracle}. Immutable.
 *
 * @param dump the file of the counts, which a consumer writes when it ends
 * @param report what the consumer that ended last says of all lines
 */
public record Proof(Path dump, ConsumerReport report) {
  private static final Pattern NONE = Pattern.compile("(?!)");

  /**
   * How many are missing, and how many are too many. Immutable.
   *
   * @param lost missing, of all names together
   * @param doubled too many, of all names together
   */
  public record Losses(long lost, long doubled) {

    /** Compares one count. */
    public static Losses of(long expected, long counted) {
      return new Losses(Math.max(0, expected - counted), Math.max(0, counted - expected));
    }

    /** Sums the differences of all names. */
    public static Losses of(Map<String, Long> expected, Map<String, Long> counted) {
      Set<String> names = new HashSet<>(expected.keySet());
      names.addAll(counted.keySet());
      long lost = 0;
      long doubled = 0;
      for (String name : names) {
        Losses its = of(expected.getOrDefault(name, 0L), counted.getOrDefault(name, 0L));
        lost += its.lost;
        doubled += its.doubled;
      }
      return new Losses(lost, doubled);
    }

    /** How many are missing in all; negative if there are too many. */
    public long missing() {
      return lost - doubled;
    }

    public boolean isNone() {
      return lost == 0 && doubled == 0;
    }
  }

  /**
   * How counts differ from what they must be. Immutable.
   *
   * @param exact whether they do not
   * @param words with repetition; empty where no words are counted
   */
  public record Miscount(boolean exact, Losses lines, Optional<Losses> words) {

    /** The losses in words; empty if the counts are exact. */
    public String note() {
      return exact
          ? ""
          : "%s lines%s lost, %s%s counted twice"
              .formatted(
                  lines.lost(),
                  words.map(its -> " (%s words)".formatted(its.lost())).orElse(""),
                  lines.doubled(),
                  words.map(its -> " (%s words)".formatted(its.doubled())).orElse(""));
    }
  }

  /**
   * How the counts of a text differ from those expected.
   *
   * @param sent the number of lines
   */
  public Miscount miscount(Path expected, long sent) throws IOException {
    Losses lines = lines(sent);
    return new Miscount(isExact(expected) && lines.isNone(), lines, Optional.of(counts(expected)));
  }

  /** Whether the counts are those expected, byte for byte. */
  public boolean isExact(Path expected) throws IOException {
    return isExact(expected, NONE);
  }

  /**
   * Whether the counts are those expected, byte for byte.
   *
   * @param leftOut lines of the dump that were not to be expected, each with its end
   */
  public boolean isExact(Path expected, Pattern leftOut) throws IOException {
    return leftOut.matcher(text(written())).replaceAll("").equals(text(expected));
  }

  /** How many counts are missing or too many, of all names together. */
  public Losses counts(Path expected) throws IOException {
    return Losses.of(read(expected), read(written()));
  }

  /** How many lines are missing or too many, by what the consumer says. */
  public Losses lines(long sent) throws IOException {
    return Losses.of(sent, report.counted());
  }

  /** The dump, or an exception in a line that says that there is none. */
  private Path written() throws IOException {
    if (Files.notExists(dump)) {
      throw new IOException("the consumer has not written its counts to " + dump);
    }
    return dump;
  }

  /** Reads {@code count<TAB>name} lines, as oracles and consumers write them. */
  public static Map<String, Long> read(Path counts) throws IOException {
    Map<String, Long> names = new HashMap<>();
    // not String.lines(): a word may hold characters that it ends a line at
    for (String line : text(counts).split("\n", -1)) {
      int tab = line.indexOf('\t');
      if (tab > 0) {
        names.merge(line.substring(tab + 1), Long.valueOf(line.substring(0, tab)), Long::sum);
      }
    }
    return names;
  }

  /** Reads a file with each byte as one character. */
  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }
}
