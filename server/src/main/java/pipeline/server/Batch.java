package pipeline.server;

import java.util.List;

/** The entries of one message; all of them end alike. Thread-safe, as its entries are. */
record Batch(List<PendingEntry> entries) {
  static final Batch NONE = new Batch(List.of());

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** The latest deadline; entries stand in order of arrival. */
  long lastDeadline() {
    return entries.get(entries.size() - 1).deadline();
  }

  void end(Verdict verdict) {
    for (PendingEntry entry : entries) {
      entry.end(verdict);
    }
  }

  /** Refuses the entries whose own deadline has passed, while the others may still be confirmed. */
  void endOverdue(long now, Verdict verdict) {
    for (PendingEntry entry : entries) {
      if (entry.isOverdue(now)) {
        entry.end(verdict);
      }
    }
  }
}
