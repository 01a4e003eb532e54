package pipeline.peers;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * The usual design's server: functions by the last part of the path, each making the map to
 * publish; Tomcat's thread does all of it. Thread-safe.
 */
final class ReferenceServlet extends HttpServlet {
  private final LineJson json = new LineJson();
  private final Map<String, Function<String, Map<String, Integer>>> functions =
      Map.of("/wordcount", ReferenceServlet::countWords);
  private final ReferencePublisher publisher;

  ReferenceServlet(ReferencePublisher publisher) {
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
    String line = json.read(request.getInputStream());
    if (line == null) {
      response.sendError(HttpServletResponse.SC_BAD_REQUEST);
      return;
    }
    Map<String, Integer> words = function.apply(line);
    publisher.publish(words);
    LineJson.answer(response, words.size());
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
