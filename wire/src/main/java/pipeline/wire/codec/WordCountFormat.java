package pipeline.wire.codec;

import static pipeline.wire.codec.MalformedMessageException.refuseIf;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The JSON form of words: {@code "words":{"Hello":1,"a":2}} are the words of one line, each with
 * its number of occurrences. Words result from splitting a line at blanks, so none is empty or has
 * a blank in it.
 *
 * <p>A range has {@code "words":["Hello","a"],"lines":[[0,1,1],[0],[]]}: the words of all lines,
 * each once, and for each line the places of its words, a word as often as it stands there.
 */
public final class WordCountFormat implements PayloadFormat<Map<String, Integer>> {
  /** Whether a line can have this word. */
  public static boolean isWord(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (WordText.isBlank(text.charAt(i))) {
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
    refuseIf(json.currentToken() != JsonToken.START_OBJECT, "words is not an object");
    Map<String, Integer> words = new HashMap<>();
    for (String word = json.nextFieldName(); word != null; word = json.nextFieldName()) {
      refuseIf(
          json.nextToken() != JsonToken.VALUE_NUMBER_INT || json.getIntValue() < 1,
          "a word's count is not a positive whole number");
      checkWord(word);
      refuseIf(words.put(word, json.getIntValue()) != null, "a word stands twice in a line");
    }
    return words;
  }

  private static void checkWord(String word) throws MalformedMessageException {
    refuseIf(!isWord(word), "a word is empty or has a blank in it");
    refuseIf(WordText.hasLoneSurrogate(word), "a word has half of a surrogate pair");
  }

  @Override
  public void writeLines(Lines<Map<String, Integer>> lines, JsonGenerator json) throws IOException {
    WordLines range = lines instanceof WordLines words ? words : withDictionary(lines);
    json.writeArrayFieldStart("words");
    for (String word : range.words()) {
      json.writeString(word);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("lines");
    for (int line = 0; line < range.count(); line++) {
      range.writePlaces(line, json);
    }
    json.writeEndArray();
  }

  private static WordLines withDictionary(Lines<Map<String, Integer>> lines) {
    WordLines.Builder range = new WordLines.Builder();
    for (int line = 0; line < lines.count(); line++) {
      lines
          .line(line)
          .forEach(
              (word, count) -> {
                for (int i = 0; i < count; i++) {
                  range.add(word);
                }
              });
      range.endLine();
    }
    return range.build();
  }

  @Override
  public Lines<Map<String, Integer>> readLines(JsonParser json)
      throws IOException, MalformedMessageException {
    WordLines.Builder range = new WordLines.Builder();
    PayloadFormat.beginArray(json, "words");
    while (json.nextToken() != JsonToken.END_ARRAY) {
      refuseIf(json.currentToken() != JsonToken.VALUE_STRING, "a word is not a string");
      checkWord(json.getText());
      refuseIf(range.define(json.getText()) < 0, "a word stands twice in the words of a range");
    }
    json.nextToken();
    PayloadFormat.beginArray(json, "lines");
    while (json.nextToken() != JsonToken.END_ARRAY) {
      readPlaces(json, range);
      range.endLine();
      PayloadFormat.checkLines(range.count());
    }
    PayloadFormat.checkLines(range.count());
    WordLines lines = range.build();
    refuseIf(!lines.usesAllWords(), "a word of a range stands in none of its lines");
    return lines;
  }

  private static void readPlaces(JsonParser json, WordLines.Builder range)
      throws IOException, MalformedMessageException {
    refuseIf(json.currentToken() != JsonToken.START_ARRAY, "a line of a range is not an array");
    while (json.nextToken() != JsonToken.END_ARRAY) {
      refuseIf(
          json.currentToken() != JsonToken.VALUE_NUMBER_INT || !range.add(json.getIntValue()),
          "a line of a range names a word that is not there");
    }
  }
}
