package pipeline.wire.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * {@code "words":{"Hello":1,"a":2}}: the words of one line, each with how often it stands there. A
 * word is what splitting a line at blanks leaves, so it is not empty and has no blank in it.
 */
public final class WordCounts implements PayloadFormat<Map<String, Integer>> {
  private static final String BLANKS = " \t\n\u000b\f\r";

  /** Whether a line can have this word. */
  static boolean isWord(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (BLANKS.indexOf(text.charAt(i)) >= 0) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  @Override
  public String field() {
    return "words";
  }

  @Override
  public void write(Map<String, Integer> words, JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, Integer> word : words.entrySet()) {
      json.writeFieldName(word.getKey());
      json.writeNumber(word.getValue());
    }
    json.writeEndObject();
  }

  @Override
  public Map<String, Integer> read(JsonParser json) throws IOException, MalformedMessageException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw new MalformedMessageException("words is not an object");
    }
    Map<String, Integer> words = new HashMap<>();
    for (String word = json.nextFieldName(); word != null; word = json.nextFieldName()) {
      if (json.nextToken() != JsonToken.VALUE_NUMBER_INT || json.getIntValue() < 1) {
        throw new MalformedMessageException("a word's count is not a positive whole number");
      }
      if (!isWord(word)) {
        throw new MalformedMessageException("a word is empty or has a blank in it");
      }
      words.put(word, json.getIntValue());
    }
    return words;
  }

  @Override
  public Map<String, Integer> readPlain(CanonicalJson json) {
    Map<String, Integer> words = new HashMap<>();
    if (!json.skip('{')) {
      return null;
    }
    if (json.skip('}')) {
      return words;
    }
    do {
      String word = json.skip('"') ? json.wordUntilQuote() : null;
      int count = word != null && json.skip(':') ? json.number() : CanonicalJson.NOT_PLAIN;
      if (count < 1 || words.put(word, count) != null) {
        return null;
      }
    } while (json.skip(','));
    return json.skip('}') ? words : null;
  }
}
