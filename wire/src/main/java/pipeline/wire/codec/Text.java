package pipeline.wire.codec;

/** The rules of characters that client, server and consumer share. Pure. */
public final class Text {
  private Text() {}

  /**
   * Whether a character separates words: the six blanks of ASCII do, as in {@code \s}, and no
   * other. In UTF-8 their bytes are part of no other character.
   */
  public static boolean isBlank(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  /**
   * Whether a text has half of a surrogate pair, which would be written as '?': different texts
   * would become one.
   */
  public static boolean hasLoneSurrogate(String text) {
    int at = 0;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
        return true;
      }
      at += Character.charCount(c);
    }
    return false;
  }
}
