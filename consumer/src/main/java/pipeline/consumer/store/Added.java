package pipeline.consumer.store;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import pipeline.wire.codec.Entry;

/**
 * Result of adding one message: lines that were new, entries refused, and why. Each entry is judged
 * by itself: entries of several clients share a message, and one that is refused must not cost
 * another client its lines. The store fills it and then hands it out. Not thread-safe.
 */
public final class Added<P> {
  private final List<Entry<P>> refused = new ArrayList<>(0);
  private final Map<Refusal, Integer> reasons = new EnumMap<>(Refusal.class);
  private int counted;

  /** Notes an entry that was admitted, and how many of its lines were new. */
  public void count(int lines) {
    counted += lines;
  }

  /** Notes an entry of which nothing must be counted. */
  public void refuse(Entry<P> entry, Refusal reason) {
    refused.add(entry);
    reasons.merge(reason, entry.count(), Integer::sum);
  }

  /** How many lines were new. */
  public int counted() {
    return counted;
  }

  /** The entries of which nothing must be counted, in the order in which they came. */
  public List<Entry<P>> refused() {
    return refused;
  }

  /** Why, each with how many lines; empty if none was refused. */
  public Map<Refusal, Integer> reasons() {
    return reasons;
  }
}
