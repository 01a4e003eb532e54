package pipeline.server.workload;

import java.util.Map;
import pipeline.server.http.HttpError;

/**
 * What a request computes from its line; another one is a class of this kind and a line in {@link
 * TextEndpoints}. Stateless and thread-safe.
 */
interface TextFunction {

  /** The last part of the path, {@code /textbody/<name>}. */
  String name();

  /** What goes to the consumer: the line's words, each with how often it stands there. */
  Map<String, Integer> words(String line);

  /**
   * Adds the same words of a line in UTF-8, {@code text[from..to)}, to those of others.
   *
   * @throws HttpError 400 if it is not well-formed
   */
  void words(byte[] text, int from, int to, WordRange range) throws HttpError;

  /** What the client is told once the broker has the words. */
  int answer(Map<String, Integer> words);
}
