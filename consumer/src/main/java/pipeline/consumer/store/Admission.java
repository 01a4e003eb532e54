package pipeline.consumer.store;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import pipeline.wire.codec.Entry;

/**
 * Collects what becomes of the entries of one message, each judged by itself: entries of several
 * clients share a message, and one that is refused must not cost another client its lines. Not
 * thread-safe.
 */
public final class Admission<P> {
  private final List<Entry<P>> refused = new ArrayList<>(0);
  private final Set<Refusal> reasons = EnumSet.noneOf(Refusal.class);
  private final Refusals tally;
  private int counted;

  /**
   * An admission without entries.
   *
   * @param tally of the store, to which refused entries are added
   */
  public Admission(Refusals tally) {
    this.tally = tally;
  }

  /** Notes an entry that was admitted, and how many of its lines were new. */
  public void count(int lines) {
    counted += lines;
  }

  /** Notes an entry of which nothing must be counted. */
  public void refuse(Entry<P> entry, Refusal reason) {
    refused.add(entry);
    reasons.add(reason);
    tally.add(reason, entry.count());
  }

  public Added<P> result() {
    return new Added<>(counted, refused, reasons);
  }
}
