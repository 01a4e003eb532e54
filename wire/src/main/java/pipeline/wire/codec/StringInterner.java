package pipeline.wire.codec;

import java.nio.charset.StandardCharsets;

/**
 * Remembers the strings of plain ASCII words, so that a repeated word is made once. Its hash alone
 * decides a word's slot in a table of fixed size, and a later word replaces the one in its slot.
 * That needs no lock, since a string is immutable and a lost update only makes one more.
 * Thread-safe.
 *
 * <p>Nothing is kept beside the strings: between two messages other work fills the processor's
 * caches, and then each object that is touched costs more than the work on it.
 */
final class StringInterner {
  private static final int SLOTS = 1 << 14;

  /**
   * The longest word that is remembered. Longer ones are rare, and remembering them would let a
   * stranger fill the memory.
   */
  private static final int MAX_BYTES = 32;

  private static final char REPLACEMENT = '\uFFFD';

  private final String[] words = new String[SLOTS];

  /**
   * The string of {@code bytes[from..to)}, which stand between quotes in JSON.
   *
   * @param hash of those bytes, the same for the same bytes
   * @return null if they may not be UTF-8
   */
  String text(byte[] bytes, int from, int to, int hash) {
    int slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    String known = words[slot];
    if (known != null && isSame(known, bytes, from, to)) {
      return known;
    }
    String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    if (text.indexOf(REPLACEMENT) >= 0) {
      return null;
    }
    if (text.indexOf('\\') >= 0) {
      return unescaped(text);
    }
    // a text with as many characters as bytes is ASCII
    if (text.length() == to - from && text.length() <= MAX_BYTES) {
      words[slot] = text;
    }
    return text;
  }

  /**
   * Whether the text has exactly these bytes; bytes beyond ASCII are negative, which no character
   * is.
   */
  private static boolean isSame(String text, byte[] bytes, int from, int to) {
    if (text.length() != to - from) {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (text.charAt(i - from) != bytes[i]) {
        return false;
      }
    }
    return true;
  }

  /** The text without the backslash before each quote and each other backslash. */
  private static String unescaped(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      i += text.charAt(i) == '\\' ? 1 : 0;
      plain.append(text.charAt(i));
    }
    return plain.toString();
  }
}
