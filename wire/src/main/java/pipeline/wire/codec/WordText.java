package pipeline.wire.codec;

/** The characters that part words, and those that no text of a message may have. Pure. */
public final class WordText {

  private WordText() {}

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
