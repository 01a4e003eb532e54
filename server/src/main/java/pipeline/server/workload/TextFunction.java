package pipeline.server.workload;

import java.util.Map;
import pipeline.server.exchange.HttpError;

/**
 * The function that a request applies to its line. Another one is a class of this kind and a line
 * in {@link TextEndpoints}. Stateless and thread-safe.
 */
interface TextFunction {

  /** The last part of the path, {@code /textbody/<name>}. */
  String name();

  /** The words of a line for the consumer, each with its number of occurrences. */
  Map<String, Integer> words(String line);

  /**
   * Adds the words of a line in UTF-8, {@code text[from..to)}, to those of other lines.
   *
   * @throws HttpError 400 if it is not well-formed
   */
  void words(byte[] text, int from, int to, WordRange range) throws HttpError;

  /** The number that the client is told once the broker has the words. */
  int answer(Map<String, Integer> words);
}
