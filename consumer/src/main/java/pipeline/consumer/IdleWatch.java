package pipeline.consumer;

/** Decides when the queue has been empty for long enough. Not thread-safe. */
final class IdleWatch {
  private final long limitNanos;
  private long lastDeliveries = -1;
  private long idleSinceNanos;

  IdleWatch(long limitNanos) {
    this.limitNanos = limitNanos;
  }

  /**
   * Checks once; to be called at short intervals.
   *
   * @param deliveries how many there were so far
   * @param quiet whether the queue is known to be empty and everything is acked
   * @return true if it has been quiet without a delivery for the whole limit
   */
  boolean isOver(long nowNanos, long deliveries, boolean quiet) {
    if (!quiet || deliveries != lastDeliveries) {
      lastDeliveries = deliveries;
      idleSinceNanos = nowNanos;
      return false;
    }
    return nowNanos - idleSinceNanos >= limitNanos;
  }
}
