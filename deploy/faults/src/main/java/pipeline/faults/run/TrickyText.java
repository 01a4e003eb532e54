package pipeline.faults.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Lines to count: a few words often and many rarely, and between them what counting programs
 * stumble over. The same seed makes the same lines.
 */
public record TrickyText(RandomGenerator random) {
  /** The last line, which needs no escaping, so that it can be posted by hand. */
  public static final String LAST_LINE = "the last line of all";

  private static final int MAX_WORDS = 12;
  private static final int VOCABULARY = 2_000;
  private static final int NASTY_OF_100 = 10;
  private static final int EMPTY_LINE_EVERY = 40;

  private static final List<String> SEPARATORS =
      List.of(" ", " ", " ", "  ", "\t", " \t ", "\f", "\r");

  private static final List<String> NASTY =
      List.of(
          "caf\u00e9", // composed
          "cafe\u0301", // decomposed: another word
          "\ud83d\ude80",
          "no\u00a0break",
          "em\u2003space",
          "next\u0085line",
          "\ufeffmark",
          "\"quoted\"",
          "back\\slash",
          "\\u0041",
          "{\"words\":{\"a\":1}}",
          "[1,2]",
          "a=1,b=2",
          "${jndi:ldap://x}",
          "https://example.org/a?b=c&d=%20",
          "AaAa",
          "BBBB",
          "Hello",
          "hello",
          "\u0001",
          "'",
          ";--",
          "\u4e2d\u6587",
          "x".repeat(300));

  static List<String> lines(RandomGenerator random, int count) {
    TrickyText text = new TrickyText(random);
    List<String> lines = new ArrayList<>(count);
    for (int i = 1; i < count; i++) {
      lines.add(text.line());
    }
    lines.add(LAST_LINE);
    return lines;
  }

  /**
   * Writes the lines, some with LF and some with CRLF, and empty lines of both kinds between them.
   */
  static void write(Path file, List<String> lines) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      if (i % EMPTY_LINE_EVERY == 0) {
        text.append(i % (2 * EMPTY_LINE_EVERY) == 0 ? "\r\n" : "\n");
      }
      text.append(lines.get(i)).append(i % 2 == 0 ? "\r\n" : "\n");
    }
    Files.writeString(file, text, StandardCharsets.UTF_8);
  }

  private String line() {
    StringBuilder line = new StringBuilder(random.nextInt(20) == 0 ? " " : "");
    int words = 1 + random.nextInt(MAX_WORDS);
    for (int i = 0; i < words; i++) {
      if (i > 0) {
        line.append(pick(SEPARATORS));
      }
      line.append(random.nextInt(100) < NASTY_OF_100 ? pick(NASTY) : plain());
    }
    return line.toString();
  }

  /** A plain word; the number is a cube, so that low numbers come often. */
  private String plain() {
    double share = random.nextDouble();
    return "w" + (int) (share * share * share * VOCABULARY);
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
