package pipeline.server.workload;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import pipeline.server.exchange.HttpError;
import pipeline.server.http.JsonBody;
import pipeline.server.http.Post;
import pipeline.wire.codec.Lines;
import pipeline.wire.codec.WordText;

/**
 * The handling of {@code {"message":"<one line>"}}, a line of text of which a function makes words.
 * For one thread.
 */
public final class TextPost implements Post<Map<String, Integer>> {
  private static final int OK = 200;
  private static final String KEY = "message";
  private static final String EXPECTED = "object with the one key \"message\"";

  private final TextFunction function;
  private Map<String, Integer> words = Map.of();

  TextPost(TextFunction function) {
    this.function = function;
  }

  @Override
  public void line(byte[] body, int from, int to) throws HttpError {
    words = function.words(message(body, from, to));
  }

  @Override
  public Lines<Map<String, Integer>> lines() {
    return Lines.of(List.of(words));
  }

  @Override
  public int status() {
    return OK;
  }

  @Override
  public String answer() {
    return "{\"message\":" + function.answer(words) + "}";
  }

  /**
   * The line in {@code body[from..to)}, which is one object with a message and nothing else: five
   * tokens in this order, so depth, duplicates and further keys (refused, 400) need no bookkeeping
   * and cost no memory.
   *
   * @throws HttpError with status 400 if it is anything else
   */
  public static String message(byte[] body, int from, int to) throws HttpError {
    return JsonBody.read(body, from, to, EXPECTED, TextPost::lineOf);
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
    if (WordText.hasLoneSurrogate(line)) {
      throw JsonBody.bad("\"message\" has half of a surrogate pair");
    }
    return line;
  }
}
