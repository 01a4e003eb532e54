package pipeline.server.workload;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import pipeline.server.http.Endpoints;
import pipeline.server.http.LineFormat;
import pipeline.server.http.Post;
import pipeline.wire.query.QueryHandler;
import pipeline.wire.query.WordQueries;

/**
 * The endpoints of text: {@code POST /textbody/<function>} with a line of text or many, and {@code
 * GET /textbody/<function>/<word>}.
 */
public final class TextEndpoints implements Endpoints<Map<String, Integer>> {
  private static final String START = "/textbody/";
  private static final List<String> POST = List.of("POST");
  private static final List<String> GET = List.of("GET");

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
      return POST;
    }
    int slash = path.indexOf('/', START.length());
    boolean word = slash > 0 && slash + 1 < path.length();
    return word && functions.containsKey(path.substring(0, slash)) ? GET : List.of();
  }

  @Override
  public QueryHandler reads() {
    return new WordQueries();
  }

  @Override
  public TextPost post(String path) {
    return new TextPost(functions.get(path));
  }

  @Override
  public Optional<Post<Map<String, Integer>>> bulkPost(String path, LineFormat format) {
    return Optional.ofNullable(functions.get(path))
        .map(function -> new TextLines(function, format));
  }
}
