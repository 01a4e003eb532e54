package pipeline.server.workload;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import pipeline.server.http.HttpError;

/**
 * Reads {@code {"message":"<one line>"}} and nothing else: five tokens in this order, so depth,
 * duplicates and further keys (refused, 400) need no bookkeeping and cost no memory. Thread-safe.
 */
final class MessageParser {
  private static final String KEY = "message";
  private static final String EXPECTED = "object with the one key \"message\"";

  /**
   * The line in {@code body[0..length)}.
   *
   * @throws HttpError with status 400 if it is anything but such an object
   */
  String parse(byte[] body, int length) throws HttpError {
    return parse(body, 0, length);
  }

  /** The same in {@code body[from..to)}. */
  String parse(byte[] body, int from, int to) throws HttpError {
    return JsonBody.read(body, from, to, EXPECTED, MessageParser::lineOf);
  }

  private static String lineOf(JsonParser parser) throws IOException, HttpError {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw JsonBody.bad("the body is not a JSON object");
    }
    String key = parser.nextFieldName();
    if (key == null) {
      throw JsonBody.bad("\"message\" is missing");
    }
    if (!key.equals(KEY)) {
      throw JsonBody.bad("the body has a key other than \"message\"");
    }
    if (parser.nextToken() != JsonToken.VALUE_STRING) {
      throw JsonBody.bad("\"message\" is not a string");
    }
    String line = parser.getText();
    if (parser.nextToken() != JsonToken.END_OBJECT) {
      throw JsonBody.bad("the body has a second key");
    }
    if (parser.nextToken() != null) {
      throw JsonBody.bad("the body has text after the JSON object");
    }
    if (JsonBody.hasLoneSurrogate(line)) {
      throw JsonBody.bad("\"message\" has half of a surrogate pair");
    }
    return line;
  }
}
