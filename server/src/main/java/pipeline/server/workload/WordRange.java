package pipeline.server.workload;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Map;
import pipeline.server.exchange.HttpError;
import pipeline.server.http.JsonBody;
import pipeline.wire.codec.Lines;
import pipeline.wire.codec.WordLines;

/**
 * Gathers the words of many lines. A repeated word is found by its bytes, and costs neither memory
 * nor another check of its encoding. Not thread-safe.
 */
final class WordRange {
  /**
   * The hash of no bytes. It is secret, so that no client can choose words that meet in one slot.
   */
  static final long NO_BYTES = new SecureRandom().nextLong();

  private static final long MULTIPLIER = new SecureRandom().nextLong() | 1;
  private static final int FIRST_WORDS = 1 << 8;
  private static final int SLOTS_A_WORD = 4;

  private final WordLines.Builder lines = new WordLines.Builder();

  /**
   * The slots of a hash table with linear probing: each has the place of a word, counted from 1, or
   * 0 if it is free.
   */
  private int[] slots = new int[SLOTS_A_WORD * FIRST_WORDS];

  /** The hash of each word, by its place in the dictionary. */
  private int[] hashes = new int[FIRST_WORDS];

  /** The end of each word in {@link #texts}, by its place; the next word begins there. */
  private int[] ends = new int[FIRST_WORDS];

  private byte[] texts = new byte[SLOTS_A_WORD * FIRST_WORDS];
  private long count;

  /**
   * Adds {@code text[from..to)}, a word without blanks, to the present line.
   *
   * @param wholeHash of its bytes, as {@link #hash} makes it of one after the other
   * @throws HttpError 400 if it is not well-formed UTF-8
   */
  void add(byte[] text, int from, int to, long wholeHash) throws HttpError {
    int hash = (int) ((wholeHash * MULTIPLIER) >>> Integer.SIZE);
    int slot = slot(hash, text, from, to);
    int place = slots[slot] - 1;
    if (place < 0) {
      place = define(hash, slot, text, from, to);
    }
    lines.add(place);
    count++;
  }

  /** Ends the present line, which may be without words. */
  void endLine() {
    lines.endLine();
  }

  /** The number of words in all lines, repetitions included. */
  long count() {
    return count;
  }

  int countOfLines() {
    return lines.count();
  }

  /** Builds the lines that have ended, at least one. */
  Lines<Map<String, Integer>> lines() {
    return lines.build();
  }

  /** The slot of a word, or the free slot where it would be. */
  private int slot(int hash, byte[] text, int from, int to) {
    int mask = slots.length - 1;
    int slot = hash & mask;
    for (int place = slots[slot] - 1; place >= 0; place = slots[slot] - 1) {
      if (hashes[place] == hash
          && Arrays.equals(texts, begin(place), ends[place], text, from, to)) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Adds a new word to the dictionary, and returns its place. */
  private int define(int hash, int slot, byte[] text, int from, int to) throws HttpError {
    int place = lines.define(JsonBody.text(text, from, to));
    int begin = begin(place);
    int end = begin + to - from;
    if (end > texts.length) {
      texts = Arrays.copyOf(texts, Math.max(end, 2 * texts.length));
    }
    System.arraycopy(text, from, texts, begin, to - from);
    ends[place] = end;
    hashes[place] = hash;
    slots[slot] = place + 1;
    if (place + 1 == ends.length) {
      grow();
    }
    return place;
  }

  private void grow() {
    int words = ends.length;
    ends = Arrays.copyOf(ends, 2 * words);
    hashes = Arrays.copyOf(hashes, 2 * words);
    slots = new int[2 * slots.length];
    int mask = slots.length - 1;
    for (int place = 0; place < words; place++) {
      int slot = hashes[place] & mask;
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = place + 1;
    }
  }

  private int begin(int place) {
    return place == 0 ? 0 : ends[place - 1];
  }

  /** The hash of bytes with one byte appended, from {@link #NO_BYTES} on. */
  static long hash(long bytes, byte next) {
    long hash = (bytes ^ next) * MULTIPLIER;
    return hash ^ (hash >>> Integer.SIZE);
  }
}
