package pipeline.server.workload;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import pipeline.server.exchange.HttpError;
import pipeline.server.http.BodyFormat;
import pipeline.server.http.Endpoints;
import pipeline.server.http.JsonBody;
import pipeline.server.http.Post;
import pipeline.wire.codec.WordLines;
import pipeline.wire.query.QueryHandler;
import pipeline.wire.query.WordQueries;

/**
 * The endpoints of text: {@code POST /textbody/<function>} with a line of text or many, and {@code
 * GET /textbody/<function>/<word>}.
 */
public final class TextEndpoints implements Endpoints<Map<String, Integer>> {
  private static final String START = "/textbody/";
  private static final List<String> MESSAGE = List.of("message");

  private final Map<String, TextFunction> functions;

  TextEndpoints(List<TextFunction> all) {
    functions =
        all.stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    function -> START + function.name(), Function.identity()));
  }

  /** The endpoints of all functions. */
  public static TextEndpoints standard() {
    return new TextEndpoints(List.of(new WordCount()));
  }

  @Override
  public List<String> mappings() {
    return List.of(START + "*");
  }

  @Override
  public List<String> methods(String path) {
    if (functions.containsKey(path)) {
      return List.of("POST");
    }
    int slash = path.indexOf('/', START.length());
    boolean word = slash > 0 && slash + 1 < path.length();
    return word && functions.containsKey(path.substring(0, slash)) ? List.of("GET") : List.of();
  }

  @Override
  public QueryHandler reads() {
    return new WordQueries();
  }

  @Override
  public Post<Map<String, Integer>> post(String path, BodyFormat format) throws HttpError {
    format.check(BodyFormat.JSON, BodyFormat.TEXT, BodyFormat.NDJSON);
    TextFunction function = functions.get(path);
    return format == BodyFormat.JSON
        ? Post.of(
            (body, from, to) -> words(function, message(body, from, to)),
            200,
            line -> "{\"message\":" + function.answer(line.get(0)) + "}")
        : many(function, format == BodyFormat.TEXT ? JsonBody::text : TextEndpoints::message);
  }

  /** The handling of lines of text, of which a function makes words. */
  private static Post<Map<String, Integer>> many(TextFunction function, Post.Parser<String> text) {
    WordLines.Builder lines = new WordLines.Builder();
    return new Post<>(
        (body, from, to) -> {
          function.words(text.parse(body, from, to), lines::add);
          lines.endLine();
          return lines;
        },
        lines::build,
        200,
        () -> "{\"lines\":" + lines.count() + ",\"words\":" + lines.words() + "}");
  }

  private static Map<String, Integer> words(TextFunction function, String line) {
    Map<String, Integer> words = new HashMap<>();
    function.words(line, word -> words.merge(word, 1, Integer::sum));
    return words;
  }

  /**
   * The line in {@code body[from..to)}, which is {@code {"message":"<one line>"}} and nothing else.
   *
   * @throws HttpError 400 if it is anything else
   */
  public static String message(byte[] body, int from, int to) throws HttpError {
    return JsonBody.read(body, from, to, MESSAGE).string("message");
  }
}
