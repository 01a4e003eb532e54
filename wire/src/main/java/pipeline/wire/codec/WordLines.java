package pipeline.wire.codec;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/**
 * The words of many lines: each word once, in a dictionary, and for each line the places of its
 * words there. Takes about as much memory as its JSON. Immutable and thread-safe.
 */
public final class WordLines implements Lines<Map<String, Integer>> {
  /** The dictionary. */
  private final String[] words;

  /** How often each word of the dictionary stands in all lines. */
  private final int[] counts;

  /** Those of all lines, one line after the other. */
  private final int[] places;

  /** Where each line ends in {@link #places}. */
  private final int[] ends;

  private WordLines(String[] words, int[] counts, int[] places, int[] ends) {
    this.words = words;
    this.counts = counts;
    this.places = places;
    this.ends = ends;
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

  /** One: the words of all lines. */
  @Override
  public List<Map<String, Integer>> payloads() {
    return List.of(new AllWords());
  }

  /** The dictionary; not to be changed. */
  String[] words() {
    return words;
  }

  /** Where the words of a line stand in the dictionary, a word as often as it is in the line. */
  IntStream places(int line) {
    return Arrays.stream(places, begin(line), ends[line]);
  }

  private int begin(int line) {
    return line == 0 ? 0 : ends[line - 1];
  }

  /** The sums as a map that needs no memory of its own; to be gone through. */
  private final class AllWords extends AbstractMap<String, Integer> {
    @Override
    public void forEach(BiConsumer<? super String, ? super Integer> action) {
      for (int i = 0; i < words.length; i++) {
        action.accept(words[i], counts[i]);
      }
    }

    @Override
    public Set<Entry<String, Integer>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public Iterator<Entry<String, Integer>> iterator() {
          return IntStream.range(0, words.length)
              .mapToObj(i -> Map.entry(words[i], counts[i]))
              .iterator();
        }

        @Override
        public int size() {
          return words.length;
        }
      };
    }
  }

  /** Takes lines word by word. Not thread-safe. */
  public static final class Builder {
    private static final int FIRST_WORDS = 64;

    private final Map<String, Integer> dictionary = new HashMap<>();
    private final List<String> words = new ArrayList<>();
    private int[] counts = new int[FIRST_WORDS];
    private int[] places = new int[FIRST_WORDS];
    private int[] ends = new int[FIRST_WORDS];
    private int used;
    private int size;
    private int count;

    /** Adds a word of the dictionary, in no line yet; false if it is there already. */
    boolean define(String word) {
      if (dictionary.putIfAbsent(word, words.size()) != null) {
        return false;
      }
      words.add(word);
      return true;
    }

    /** Adds a word to the present line. */
    public void add(String word) {
      Integer place = dictionary.get(word);
      if (place == null) {
        place = words.size();
        define(word);
      }
      add(place.intValue());
    }

    /**
     * Adds the word at that place of the dictionary to the present line; false if there is none.
     */
    boolean add(int place) {
      if (place < 0 || place >= words.size()) {
        return false;
      }
      if (place >= counts.length) {
        counts = Arrays.copyOf(counts, Math.max(words.size(), 2 * counts.length));
      }
      if (counts[place]++ == 0) {
        used++;
      }
      if (size == places.length) {
        places = Arrays.copyOf(places, 2 * size);
      }
      places[size++] = place;
      return true;
    }

    /** Ends the present line, which may be without words; the next word begins another. */
    public void endLine() {
      if (count == ends.length) {
        ends = Arrays.copyOf(ends, 2 * count);
      }
      ends[count++] = size;
    }

    /** How many lines have ended. */
    public int count() {
      return count;
    }

    /** Whether some line has each word of the dictionary. */
    boolean usesAllWords() {
      return used == words.size();
    }

    /** The lines that have ended, at least one. */
    public WordLines build() {
      return new WordLines(
          words.toArray(new String[0]),
          Arrays.copyOf(counts, words.size()),
          Arrays.copyOf(places, size),
          Arrays.copyOf(ends, count));
    }
  }
}
