package pipeline.peers;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import javax.servlet.http.HttpServletResponse;

/**
 * A posted line, its words, and the answer to it. Its JSON is read as cheaply as ours, so that
 * comparisons are of publishing. Thread-safe.
 */
final class LineJson {
  private final JsonFactory json = new JsonFactory();

  /** The line; null if the body has none. */
  String read(InputStream body) throws IOException {
    try (JsonParser in = json.createParser(body)) {
      in.nextToken();
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        boolean wanted = in.currentName().equals("message");
        in.nextToken();
        if (wanted) {
          return in.getValueAsString();
        }
        in.skipChildren();
      }
      return null;
    }
  }

  /** How often a line has each of its words. */
  static Map<String, Integer> words(String line) {
    Map<String, Integer> words = new HashMap<>();
    for (String word : line.split("\\s+", -1)) {
      if (!word.isEmpty()) {
        words.merge(word, 1, Integer::sum);
      }
    }
    return words;
  }

  /** Answers 200 with the number of distinct words. */
  static void answer(HttpServletResponse response, int words) throws IOException {
    answer(response, Integer.toString(words));
  }

  /** Answers 201 as the pipeline's server does, without which a client takes it for no success. */
  static void answerCreated(HttpServletResponse response) throws IOException {
    response.setStatus(HttpServletResponse.SC_CREATED);
    answer(response, "\"created\"");
  }

  private static void answer(HttpServletResponse response, String message) throws IOException {
    byte[] answer = ("{\"message\":" + message + "}").getBytes(StandardCharsets.UTF_8);
    response.setContentType("application/json");
    response.setContentLength(answer.length);
    response.getOutputStream().write(answer);
  }
}
