package pipeline.wire.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;

/**
 * The one JSON dialect of the messages: strict, with limits on depth, numbers, names, strings and
 * size.
 */
final class Json {
  private static final int ESCAPE = 6; // a backslash, a u and the digits
  private static final int HEX_DIGITS = 4;
  private static final int HEX = 16;
  private static final int MAX_DEPTH = 8;
  private static final int MAX_NUMBER_DIGITS = 20;

  private Json() {}

  static JsonFactory factory() {
    return new JsonFactoryBuilder()
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        // a pair takes four bytes instead of twelve, and needs no unescaping: see CanonicalJson
        .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
        // words are field names: a shared table of names would be copied for each new word
        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(MAX_DEPTH)
                .maxNumberLength(MAX_NUMBER_DIGITS)
                .maxNameLength(BatchDecoder.MAX_MESSAGE_BYTES)
                .maxStringLength(BatchDecoder.MAX_MESSAGE_BYTES)
                .maxDocumentLength(BatchDecoder.MAX_MESSAGE_BYTES)
                .build())
        .build();
  }

  /**
   * Whether every half of a surrogate pair that {@code text[0..length)} has as an escape has its
   * other half right behind it. Text decoded from UTF-8 can hold half of a pair only as an escape,
   * and half of a pair cannot be written as UTF-8.
   */
  static boolean hasWholeSurrogates(char[] text, int length) {
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
