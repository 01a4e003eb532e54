package pipeline.consumer.store.memory;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import pipeline.consumer.store.NamedCount;

/** One number by its name, such as a word and how often it was seen. Thread-safe. */
final class Total extends ChangeLog.Item {
  private static final AtomicLongFieldUpdater<Total> COUNT =
      AtomicLongFieldUpdater.newUpdater(Total.class, "count");

  private final String name;
  private volatile long count;

  Total(String name) {
    this.name = name;
  }

  void add(long more) {
    COUNT.getAndAdd(this, more);
  }

  String name() {
    return name;
  }

  long count() {
    return count;
  }

  NamedCount snapshot() {
    return new NamedCount(name, count);
  }
}
