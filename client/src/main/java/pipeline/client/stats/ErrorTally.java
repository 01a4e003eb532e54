package pipeline.client.stats;

import java.util.LinkedHashMap;
import java.util.Map;

/** Counts failed attempts by what went wrong; a bounded number of distinct texts. Thread-safe. */
public final class ErrorTally {
  static final int MAX_DISTINCT = 50;
  static final String OTHER = "other errors";

  private final Map<String, Long> counts = new LinkedHashMap<>();

  public synchronized void add(String error) {
    boolean known = counts.containsKey(error) || counts.size() < MAX_DISTINCT;
    counts.merge(known ? error : OTHER, 1L, Long::sum);
  }

  /** A copy, in the order in which the errors were first seen. */
  public synchronized Map<String, Long> snapshot() {
    return new LinkedHashMap<>(counts);
  }
}
