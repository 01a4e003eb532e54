package pipeline.consumer;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Every word with its total, in the one map that all consumer threads merge into. Thread-safe. */
final class WordTotals {
  private final ConcurrentHashMap<String, WordTotal> totals = new ConcurrentHashMap<>();
  private final ChangeLog<WordTotal> changes = new ChangeLog<>();

  /** Adds the words of one line; cannot fail short of an {@link Error}. */
  void merge(Map<String, Integer> words) {
    words.forEach(this::add);
  }

  private void add(String word, int count) {
    WordTotal total = totals.get(word);
    if (total == null) {
      total = totals.computeIfAbsent(word, WordTotal::new);
    }
    total.add(count);
    changes.add(total);
  }

  /** Takes over a total that is durable already, before any merging begins. */
  void restore(String word, long count) {
    totals.computeIfAbsent(word, WordTotal::new).add(count);
  }

  /** The words that changed since the last drain; merging must be held off. */
  List<WordCount> drainChanges() {
    return snapshot(changes.drain());
  }

  /** Every word with its total; exact only while merging is held off. */
  List<WordCount> all() {
    return snapshot(totals.values());
  }

  private static List<WordCount> snapshot(Collection<WordTotal> totals) {
    return totals.stream().map(total -> new WordCount(total.word(), total.count())).toList();
  }

  /** The word's total, 0 if it was not seen. */
  long count(String word) {
    WordTotal total = totals.get(word);
    return total == null ? 0 : total.count();
  }

  int distinct() {
    return totals.size();
  }

  /** The sum of all totals; walks them all. */
  long sum() {
    return totals.values().stream().mapToLong(WordTotal::count).sum();
  }

  /** The {@code limit} most frequent words, equal ones in the order of their characters. */
  Stream<WordCount> top(int limit) {
    return all().stream()
        .sorted(
            Comparator.comparingLong(WordCount::count).reversed().thenComparing(WordCount::word))
        .limit(limit);
  }
}
