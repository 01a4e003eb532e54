package pipeline.server.workload;

import java.util.Map;
import java.util.function.Consumer;

/**
 * The function that a request applies to its lines. Another one is a class of this kind and a line
 * in {@link TextEndpoints}. Stateless and thread-safe.
 */
interface TextFunction {

  /** The last part of the path, {@code /textbody/<name>}. */
  String name();

  /** Gives each word of a line for the consumer to {@code words}, a repeated one again. */
  void words(String line, Consumer<String> words);

  /** The number that the client of a single line is told once the broker has its words. */
  int answer(Map<String, Integer> words);
}
