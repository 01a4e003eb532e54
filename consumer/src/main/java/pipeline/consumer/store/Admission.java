package pipeline.consumer.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunId;

/**
 * Entries of one message, parted by whether their runs are admitted: entries of several clients
 * share a message, and one client's run beyond the limit must not cost another its lines.
 */
public record Admission<P>(List<Entry<P>> admitted, List<Entry<P>> refused) {

  /**
   * Parts the entries, each list in the order of the message.
   *
   * @param admits whether a run may be counted; asked once for entries of one run in a row
   */
  public static <P> Admission<P> of(List<Entry<P>> entries, Predicate<RunId> admits) {
    List<Entry<P>> admitted = new ArrayList<>(entries.size());
    List<Entry<P>> refused = new ArrayList<>(0);
    RunId last = null;
    List<Entry<P>> place = admitted;
    for (Entry<P> entry : entries) {
      RunId run = entry.key().run();
      if (!run.equals(last)) {
        place = admits.test(run) ? admitted : refused;
        last = run;
      }
      place.add(entry);
    }
    return new Admission<>(admitted, refused);
  }
}
