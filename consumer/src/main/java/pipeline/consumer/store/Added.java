package pipeline.consumer.store;

import java.util.ArrayList;
import java.util.List;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunEnd;

/**
 * Result of adding one message: the number of lines that were new, and the entries and ends that
 * are refused, since their run is forgotten. Each is judged by itself: entries of several clients
 * share a message, and one that is refused must not cost another client its lines. The store fills
 * it and then hands it out. Not thread-safe.
 */
public final class Added<P> {
  private final List<Entry<P>> refused = new ArrayList<>(0);
  private final List<RunEnd> refusedEnds = new ArrayList<>(0);
  private int counted;

  /** Notes an entry that was taken, and how many of its lines were new. */
  public void count(int lines) {
    counted += lines;
  }

  /** Notes an entry of which nothing must be counted. */
  public void refuse(Entry<P> entry) {
    refused.add(entry);
  }

  /** Notes an end of a run that is not taken. */
  public void refuse(RunEnd end) {
    refusedEnds.add(end);
  }

  /** The number of new lines. */
  public int counted() {
    return counted;
  }

  /** The entries of which nothing must be counted, in the order in which they came. */
  public List<Entry<P>> refused() {
    return refused;
  }

  /** The ends that were not taken, in the order in which they came. */
  public List<RunEnd> refusedEnds() {
    return refusedEnds;
  }

  /** The number of lines and ends that are refused. */
  public int forgotten() {
    return refused.stream().mapToInt(Entry::count).sum() + refusedEnds.size();
  }
}
