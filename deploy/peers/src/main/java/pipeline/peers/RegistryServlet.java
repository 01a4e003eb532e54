package pipeline.peers;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * R1's server: functions by the last part of the path, each making the map to publish; Tomcat's
 * thread does all of it. Its JSON is read as cheaply as ours, so that the comparison is of
 * publishing. Thread-safe.
 */
final class RegistryServlet extends HttpServlet {
  private final JsonFactory json = new JsonFactory();
  private final Map<String, Function<String, Map<String, Integer>>> functions =
      Map.of("/wordcount", RegistryServlet::countWords);
  private final RegistryPublisher publisher;

  RegistryServlet(RegistryPublisher publisher) {
    this.publisher = publisher;
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Function<String, Map<String, Integer>> function = functions.get(request.getPathInfo());
    if (function == null) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    String line = message(request.getInputStream());
    if (line == null) {
      response.sendError(HttpServletResponse.SC_BAD_REQUEST);
      return;
    }
    Map<String, Integer> words = function.apply(line);
    publisher.publish(words);
    byte[] answer = ("{\"message\":" + words.size() + "}").getBytes(StandardCharsets.UTF_8);
    response.setContentType("application/json");
    response.setContentLength(answer.length);
    response.getOutputStream().write(answer);
  }

  private String message(InputStream body) throws IOException {
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

  static Map<String, Integer> countWords(String line) {
    Map<String, Integer> words = new HashMap<>();
    for (String word : line.split("\\s+", -1)) {
      if (!word.isEmpty()) {
        words.merge(word, 1, Integer::sum);
      }
    }
    return words;
  }
}
