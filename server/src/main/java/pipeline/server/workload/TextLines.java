package pipeline.server.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import pipeline.server.exchange.HttpError;
import pipeline.server.http.LineFormat;
import pipeline.server.http.Post;
import pipeline.wire.codec.Lines;

/** The handling of lines of text, of which a function makes words. For one thread. */
final class TextLines implements Post<Map<String, Integer>> {
  private static final int OK = 200;

  private final TextFunction function;
  private final LineFormat format;
  private final WordRange words = new WordRange();

  TextLines(TextFunction function, LineFormat format) {
    this.function = function;
    this.format = format;
  }

  @Override
  public void line(byte[] body, int from, int to) throws HttpError {
    switch (format) {
      case TEXT -> function.words(body, from, to, words);
      case NDJSON -> {
        byte[] line = TextPost.message(body, from, to).getBytes(UTF_8);
        function.words(line, 0, line.length, words);
      }
    }
    words.endLine();
  }

  @Override
  public Lines<Map<String, Integer>> lines() {
    return words.lines();
  }

  @Override
  public int status() {
    return OK;
  }

  @Override
  public String answer() {
    return "{\"lines\":" + words.countOfLines() + ",\"words\":" + words.count() + "}";
  }
}
