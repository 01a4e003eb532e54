package pipeline.wire.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Optional;

/** The characters that part words, and the texts that no message may have. Pure. */
public final class WordText {
  private static final char REPLACEMENT = '\uFFFD';

  private WordText() {}

  /**
   * The text of {@code bytes[from..to)}; empty if it is not UTF-8: different bytes would become the
   * same word.
   */
  public static Optional<String> decoded(byte[] bytes, int from, int to) {
    String text = new String(bytes, from, to - from, UTF_8);
    // the decoder puts this character in place of what is malformed
    if (text.indexOf(REPLACEMENT) >= 0) {
      byte[] again = text.getBytes(UTF_8);
      if (!Arrays.equals(again, 0, again.length, bytes, from, to)) {
        return Optional.empty();
      }
    }
    return Optional.of(text);
  }

  /**
   * Whether a character, or a byte of UTF-8, parts words: the six ASCII blanks do and nothing else,
   * so a no-break space is part of a word.
   */
  public static boolean isBlank(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  /**
   * Whether a text has half of a surrogate pair, which would be written as '?': different texts
   * would become one.
   */
  public static boolean hasLoneSurrogate(String text) {
    int end = text.length();
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (Character.isLowSurrogate(c)
            || i + 1 == end
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return true;
        }
        i++;
      }
    }
    return false;
  }
}
