package pipeline.wire.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.AbstractMap;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The words of many lines: each word once, in a dictionary, and for each line the places of its
 * words there. Takes about as much memory as its JSON. Immutable and thread-safe.
 */
public final class WordLines implements Lines<Map<String, Integer>> {
  /** The dictionary. */
  private final String[] words;

  /** The number of times each word of the dictionary stands in all lines. */
  private final int[] counts;

  /** The dictionary places of the words of all lines, one line after the other. */
  private final int[] places;

  /** The end of each line in {@link #places}. */
  private final int[] ends;

  private WordLines(Builder built) {
    words = built.dictionary.keySet().toArray(new String[0]);
    counts = new int[words.length];
    places = built.places.build().toArray();
    ends = built.ends.build().toArray();
    for (int place : places) {
      counts[place]++;
    }
  }

  @Override
  public int count() {
    return ends.length;
  }

  @Override
  public Map<String, Integer> line(int index) {
    Map<String, Integer> line = new HashMap<>();
    for (int i = begin(index); i < ends[index]; i++) {
      line.merge(words[places[i]], 1, Integer::sum);
    }
    return line;
  }

  /** A single payload: the words of all lines. */
  @Override
  public List<Map<String, Integer>> payloads() {
    return List.of(new AllWords());
  }

  /** A part of the lines, with a dictionary of its own words only. */
  @Override
  public WordLines part(int from, int to) {
    Builder part = new Builder();
    for (int line = from; line < to; line++) {
      for (int i = begin(line); i < ends[line]; i++) {
        part.add(words[places[i]]);
      }
      part.endLine();
    }
    return part.build();
  }

  /** The dictionary; not to be changed. */
  String[] words() {
    return words;
  }

  /** Whether each word of the dictionary is in some line. */
  boolean usesAllWords() {
    return Arrays.stream(counts).allMatch(count -> count > 0);
  }

  /** The places of a line's words, a word as often as it stands in the line. */
  void writePlaces(int line, JsonGenerator json) throws IOException {
    json.writeArray(places, begin(line), ends[line] - begin(line));
  }

  private int begin(int line) {
    return line == 0 ? 0 : ends[line - 1];
  }

  /** The sums as a map that needs no memory of its own; for iteration only. */
  private final class AllWords extends AbstractMap<String, Integer> {
    @Override
    public void forEach(BiConsumer<? super String, ? super Integer> action) {
      for (int i = 0; i < words.length; i++) {
        action.accept(words[i], counts[i]);
      }
    }

    @Override
    public Set<Entry<String, Integer>> entrySet() {
      return IntStream.range(0, words.length)
          .mapToObj(i -> Map.entry(words[i], counts[i]))
          .collect(Collectors.toSet());
    }
  }

  /** Takes lines word by word. Not thread-safe. */
  public static final class Builder {
    private static final int FIRST_WORDS = 1 << 10;

    /** The place of each word, in the order of places. */
    private final Map<String, Integer> dictionary = new LinkedHashMap<>(2 * FIRST_WORDS);

    private final IntStream.Builder places = IntStream.builder();
    private final IntStream.Builder ends = IntStream.builder();
    private int words;
    private int lines;

    /**
     * Adds a word to the dictionary, which some line must have in the end.
     *
     * @return its place there, or -1 if it is there already
     */
    public int define(String word) {
      int place = dictionary.size();
      return dictionary.putIfAbsent(word, place) == null ? place : -1;
    }

    /** Adds a word to the present line, and to the dictionary unless it is there. */
    public void add(String word) {
      Integer place = dictionary.get(word);
      add(place != null ? place : define(word));
    }

    /** Adds a word to the present line, by its place in the dictionary; false if none is there. */
    public boolean add(int place) {
      if (place < 0 || place >= dictionary.size()) {
        return false;
      }
      places.add(place);
      words++;
      return true;
    }

    /** Ends the present line, which may be without words; the next word begins another. */
    public void endLine() {
      ends.add(words);
      lines++;
    }

    /** The number of lines that have ended. */
    public int count() {
      return lines;
    }

    /** The number of words of all lines. */
    public int words() {
      return words;
    }

    /** Builds the lines that have ended, at least one; to be called once, at the end. */
    public WordLines build() {
      return new WordLines(this);
    }
  }
}
