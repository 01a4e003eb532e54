package pipeline.server;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The functions there are, by name. Immutable. */
final class TextFunctions {
  private static final int NOT_FOUND = 404;
  private static final int NOT_IMPLEMENTED = 501;

  private final Map<String, TextFunction> byName;

  TextFunctions(List<TextFunction> functions) {
    byName =
        functions.stream()
            .collect(Collectors.toUnmodifiableMap(TextFunction::name, Function.identity()));
  }

  static TextFunctions standard() {
    return new TextFunctions(List.of(new WordCount()));
  }

  /**
   * The function that a request for {@code path} asks for.
   *
   * @param path below {@code /textbody}, starting with a slash; null if there is none
   * @throws Refusal 404 for an unknown path, 405 for another method than POST, 501 for a read of
   *     one word's count
   */
  TextFunction requested(String method, String path) throws Refusal {
    String name = path == null ? "" : path.substring(1);
    TextFunction function = byName.get(name);
    if (function == null) {
      throw refuseBelow(method, name);
    }
    if (!method.equals("POST")) {
      throw Refusal.onlyMethod("POST");
    }
    return function;
  }

  private Refusal refuseBelow(String method, String name) {
    int slash = name.indexOf('/');
    boolean word = slash > 0 && slash + 1 < name.length();
    if (!word || !byName.containsKey(name.substring(0, slash))) {
      return new Refusal(NOT_FOUND, "there is no such text function");
    }
    if (!method.equals("GET")) {
      return Refusal.onlyMethod("GET");
    }
    return new Refusal(
        NOT_IMPLEMENTED,
        "this server keeps no counts; the consumer answers this path on the port of its option"
            + " --http");
  }
}
