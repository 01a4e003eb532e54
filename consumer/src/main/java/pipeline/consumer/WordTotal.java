package pipeline.consumer;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/** One word and how often it was seen. Thread-safe. */
final class WordTotal extends ChangeLog.Item {
  private static final AtomicLongFieldUpdater<WordTotal> COUNT =
      AtomicLongFieldUpdater.newUpdater(WordTotal.class, "count");

  private final String word;
  private volatile long count;

  WordTotal(String word) {
    this.word = word;
  }

  void add(long more) {
    COUNT.getAndAdd(this, more);
  }

  String word() {
    return word;
  }

  long count() {
    return count;
  }
}
