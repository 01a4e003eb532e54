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

  /** Answers and ends what has not been; never blocks. */
  void end(Verdict verdict) {
    for (PendingEntry entry : entries) {
      entry.end(verdict);
    }
  }

  /**
   * Sends that all were confirmed before it ends the first request. Clients have sent their next
   * request by then, and the container, which looks for it when a request ends, need not wait.
   */
  void send() {
    for (PendingEntry entry : entries) {
      entry.send();
    }
    for (PendingEntry entry : entries) {
      entry.finish();
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
