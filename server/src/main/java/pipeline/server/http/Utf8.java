package pipeline.server.http;

/**
 * Checks for strict UTF-8, by table 3-7 of the Unicode standard: no overlong forms, no encoded
 * surrogates, nothing above U+10FFFF. Jackson's byte parser lets overlong forms pass, and then
 * different bytes would become the same word. Pure.
 */
public final class Utf8 {

  private Utf8() {}

  /** Whether {@code bytes[from..to)} is well-formed. */
  public static boolean isWellFormed(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      if (bytes[at] >= 0) {
        at++;
        continue;
      }
      int size = sizeAt(bytes, at, to);
      if (size == 0) {
        return false;
      }
      at += size;
    }
    return true;
  }

  /** The length in bytes of the character of several bytes that starts here; 0 if it is not one. */
  private static int sizeAt(byte[] bytes, int at, int length) {
    int first = bytes[at] & 0xFF;
    int size = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (size == 0 || at + size > length || !isSecondAfter(first, bytes[at + 1] & 0xFF)) {
      return 0;
    }
    for (int i = 2; i < size; i++) {
      if ((bytes[at + i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return size;
  }

  private static boolean isSecondAfter(int first, int second) {
    int lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    int highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    return second >= lowest && second <= highest;
  }
}
