package pipeline.wire.codec;

import java.util.Arrays;
import java.util.function.IntPredicate;
import pipeline.wire.identity.RunId;

/**
 * A cursor over JSON in exactly the form that {@link EntryEncoder} writes: nothing between the
 * tokens, no escapes but those of quotes and backslashes, small numbers. Text of another form is no
 * error here; it is left to the reader that knows all of JSON. Not thread-safe.
 */
public final class CanonicalJson {
  /** The value returned in place of a number in another form. */
  static final int NOT_PLAIN = -1;

  private static final int MAX_DIGITS = 9;
  private static final int HEX = 16;
  private static final int HEX_BITS = 4;
  private static final int HALF = 16;

  private final byte[] text;
  private final StringInterner words;
  private int at;

  CanonicalJson(byte[] text, StringInterner words) {
    this.text = text;
    this.words = words;
  }

  /** Skips {@code token} if it comes next. */
  boolean skip(byte[] token) {
    int end = at + token.length;
    if (end > text.length || !Arrays.equals(text, at, end, token, 0, token.length)) {
      return false;
    }
    at = end;
    return true;
  }

  /** Skips {@code token} if it comes next. */
  boolean skip(char token) {
    if (at == text.length || text[at] != token) {
      return false;
    }
    at++;
    return true;
  }

  boolean isAtEnd() {
    return at == text.length;
  }

  /** A whole number from 0, or {@link #NOT_PLAIN}. */
  int number() {
    int from = at;
    int number = 0;
    while (at < text.length && text[at] >= '0' && text[at] <= '9') {
      number = number * 10 + text[at] - '0';
      at++;
    }
    int digits = at - from;
    boolean padded = digits > 1 && text[from] == '0';
    return digits == 0 || digits > MAX_DIGITS || padded ? NOT_PLAIN : number;
  }

  /**
   * Reads whole numbers, each 0 or more, up to the end of an array, which is skipped.
   *
   * @return false if they are of another form, or {@code use} refused one
   */
  boolean numbers(IntPredicate use) {
    int next = at; // a local variable, since this is where most of a message's bytes are read
    while (true) {
      int from = next;
      int number = 0;
      int digit;
      while (next < text.length && (digit = text[next] - '0') >= 0 && digit <= 9) {
        number = number * 10 + digit;
        next++;
      }
      int digits = next - from;
      if (digits == 0 || digits > MAX_DIGITS || (digits > 1 && text[from] == '0')) {
        return false;
      }
      if (!use.test(number) || next == text.length) {
        return false;
      }
      byte after = text[next++];
      if (after != ',') {
        at = next;
        return after == ']';
      }
    }
  }

  /** The digits of a run, or null. */
  RunId run() {
    if (at + 2 * HALF > text.length) {
      return null;
    }
    long high = 0;
    long low = 0;
    int digits = 0; // negative as soon as one digit is
    for (int i = at; i < at + HALF; i++) {
      int highDigit = Character.digit(text[i], HEX);
      int lowDigit = Character.digit(text[i + HALF], HEX);
      digits |= highDigit | lowDigit;
      high = high << HEX_BITS | highDigit;
      low = low << HEX_BITS | lowDigit;
    }
    at += 2 * HALF;
    return digits < 0 ? null : new RunId(high, low);
  }

  /** The string without blanks that ends at the next quote, which is skipped; or null. */
  String wordUntilQuote() {
    int from = at;
    int hash = 0;
    for (; at < text.length; at++) {
      byte b = text[at];
      if (b == '"') {
        return at == from ? null : words.text(text, from, at++, hash);
      }
      if (b >= 0 && b <= ' ') {
        return null;
      }
      hash = 31 * hash + b;
      if (b == '\\') {
        at++;
        if (at == text.length || (text[at] != '"' && text[at] != '\\')) {
          return null;
        }
        hash = 31 * hash + text[at];
      }
    }
    return null;
  }
}
