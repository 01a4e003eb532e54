package pipeline.consumer.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/**
 * Result of adding one message. Entries and ends are refused one by one, since their run is
 * forgotten: entries of several clients share a message, and one that is refused must not cost
 * another client its lines.
 *
 * @param counted the number of new lines
 * @param refused the entries of which nothing must be counted, in the order in which they came
 * @param refusedEnds the ends that were not taken, in the order in which they came
 */
public record Added<P>(int counted, List<Entry<P>> refused, List<RunEnd> refusedEnds) {

  /**
   * Adds what is not refused.
   *
   * @param count takes an entry, and gives the number of its new lines
   * @param close takes the end of a run
   */
  public static <P> Added<P> of(
      List<Entry<P>> entries,
      List<RunEnd> ends,
      Predicate<RunId> isForgotten,
      ToIntFunction<Entry<P>> count,
      Consumer<RunEnd> close) {
    int counted = 0;
    List<Entry<P>> refused = new ArrayList<>(0);
    List<RunEnd> refusedEnds = new ArrayList<>(0);
    for (Entry<P> entry : entries) {
      if (isForgotten.test(entry.key().run())) {
        refused.add(entry);
      } else {
        counted += count.applyAsInt(entry);
      }
    }
    for (RunEnd end : ends) {
      if (isForgotten.test(end.run())) {
        refusedEnds.add(end);
      } else {
        close.accept(end);
      }
    }
    return new Added<>(counted, refused, refusedEnds);
  }

  /** The number of lines and ends that are refused. */
  public int forgotten() {
    return refused.stream().mapToInt(Entry::count).sum() + refusedEnds.size();
  }
}
