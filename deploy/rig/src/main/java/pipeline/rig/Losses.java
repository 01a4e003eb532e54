package pipeline.rig;

import java.util.HashMap;
import java.util.Map;

/**
 * How many counts are missing, and how many are too many. Immutable.
 *
 * @param lost missing, of all names together
 * @param doubled too many, of all names together
 */
public record Losses(long lost, long doubled) {

  /** Compares one count. */
  public static Losses of(long expected, long counted) {
    return new Losses(Math.max(0, expected - counted), Math.max(0, counted - expected));
  }

  /** Sums the differences of all names. */
  public static Losses of(Map<String, Long> expected, Map<String, Long> counted) {
    long lost = 0;
    long doubled = 0;
    Map<String, Long> rest = new HashMap<>(counted);
    for (Map.Entry<String, Long> name : expected.entrySet()) {
      Long found = rest.remove(name.getKey());
      Losses its = of(name.getValue(), found == null ? 0 : found);
      lost += its.lost;
      doubled += its.doubled;
    }
    doubled += rest.values().stream().mapToLong(Long::longValue).sum();
    return new Losses(lost, doubled);
  }

  public boolean isNone() {
    return lost == 0 && doubled == 0;
  }
}
