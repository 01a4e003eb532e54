package pipeline.server.workload;

import java.util.Map;
import pipeline.server.http.HttpError;
import pipeline.server.http.Post;

/** A line of text, of which a function makes words. Immutable. */
record TextPost(TextFunction function, MessageParser parser) implements Post<Map<String, Integer>> {
  private static final int OK = 200;

  @Override
  public Map<String, Integer> payload(byte[] body, int length) throws HttpError {
    return function.words(parser.parse(body, length));
  }

  @Override
  public int status() {
    return OK;
  }

  @Override
  public String answer(Map<String, Integer> words) {
    return "{\"message\":" + function.answer(words) + "}";
  }
}
