package pipeline.wire.codec;

/**
 * Looks for halves of surrogate pairs that JSON text has written as escapes. In text that was UTF-8
 * there is no other way for them to come in; once in, they could be written nowhere as UTF-8. Pure.
 */
final class SurrogateEscapes {
  private static final int ESCAPE = 6; // as long as \ud83d
  private static final int HEX_DIGITS = 4;
  private static final int HEX = 16;

  private SurrogateEscapes() {}

  /** Whether every escaped half in {@code text[0..length)} has its other half right behind it. */
  static boolean areWhole(char[] text, int length) {
    int at = 0;
    while (at < length) {
      if (text[at] != '\\') {
        at++;
        continue;
      }
      int unit = unitAt(text, at, length);
      if (unit < 0) {
        at += 2; // another escape, perhaps of a backslash
      } else if (!Character.isSurrogate((char) unit)) {
        at += ESCAPE;
      } else if (Character.isHighSurrogate((char) unit)
          && Character.isLowSurrogate((char) unitAt(text, at + ESCAPE, length))) {
        at += 2 * ESCAPE;
      } else {
        return false;
      }
    }
    return true;
  }

  /** The UTF-16 unit that is escaped here; -1 if none is. */
  private static int unitAt(char[] text, int at, int length) {
    if (at + ESCAPE > length || text[at] != '\\' || text[at + 1] != 'u') {
      return -1;
    }
    int unit = 0;
    for (int i = at + ESCAPE - HEX_DIGITS; i < at + ESCAPE; i++) {
      int digit = Character.digit(text[i], HEX);
      if (digit < 0) {
        return -1;
      }
      unit = unit * HEX + digit;
    }
    return unit;
  }
}
