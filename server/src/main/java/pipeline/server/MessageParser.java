package pipeline.server;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Reads {@code {"message":"<one line>"}} and nothing else: five tokens in this order, so depth,
 * duplicates and further keys (refused, 400) need no bookkeeping and cost no memory. Thread-safe.
 */
final class MessageParser {
  private static final int BAD_REQUEST = 400;
  private static final String KEY = "message";

  private final JsonFactory json =
      new JsonFactoryBuilder()
          // detection would skip a byte order mark and read UTF-16 as well
          .disable(JsonFactory.Feature.CHARSET_DETECTION)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(2)
                  .maxNumberLength(100)
                  .maxNameLength(100)
                  .build())
          .build();

  /**
   * The line in {@code body[0..length)}.
   *
   * @throws Refusal with status 400 if it is anything but such an object
   */
  String parse(byte[] body, int length) throws Refusal {
    if (!Utf8.isWellFormed(body, length)) {
      throw bad("the body is not valid UTF-8");
    }
    try (JsonParser parser = json.createParser(body, 0, length)) {
      return lineOf(parser);
    } catch (JsonProcessingException e) {
      throw bad("the body is not a JSON object with the one key \"message\"");
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory failed", e);
    }
  }

  private static String lineOf(JsonParser parser) throws IOException, Refusal {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw bad("the body is not a JSON object");
    }
    String key = parser.nextFieldName();
    if (key == null) {
      throw bad("\"message\" is missing");
    }
    if (!key.equals(KEY)) {
      throw bad("the body has a key other than \"message\"");
    }
    if (parser.nextToken() != JsonToken.VALUE_STRING) {
      throw bad("\"message\" is not a string");
    }
    String line = parser.getText();
    if (parser.nextToken() != JsonToken.END_OBJECT) {
      throw bad("the body has a second key");
    }
    if (parser.nextToken() != null) {
      throw bad("the body has text after the JSON object");
    }
    if (hasLoneSurrogate(line)) {
      throw bad("\"message\" has half of a surrogate pair");
    }
    return line;
  }

  /** Such a char would be written as '?', and different words would become one. */
  private static boolean hasLoneSurrogate(String text) {
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

  private static Refusal bad(String message) {
    return new Refusal(BAD_REQUEST, message);
  }
}
