package pipeline.wire.query;

import java.util.Optional;

/** The query of words: {@code GET /textbody/wordcount/{word}} for the present count of a word. */
public final class WordQueries implements QueryHandler {

  private static final String START = "/textbody/wordcount/";

  @Override
  public Optional<JsonResponse> answer(String path, CounterQueries counts) {
    if (!path.startsWith(START) || path.length() == START.length()) {
      return Optional.empty();
    }
    String word = path.substring(START.length());
    return Optional.of(JsonResponse.number(counts.number(StoreKeys.WORDS, word)));
  }
}
