package pipeline.wire;

import java.util.Optional;

/** {@code GET /textbody/wordcount/{word}}: how often the word was counted so far. */
public final class WordReads implements Reads {

  private static final String START = "/textbody/wordcount/";

  @Override
  public Optional<ReadAnswer> answer(String path, Counts counts) {
    if (!path.startsWith(START) || path.length() == START.length()) {
      return Optional.empty();
    }
    String word = path.substring(START.length());
    return Optional.of(ReadAnswer.number(counts.number(WordKeys.WORDS, word)));
  }
}
