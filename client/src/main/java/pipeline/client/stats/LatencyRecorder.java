package pipeline.client.stats;

import org.HdrHistogram.Histogram;

/**
 * Collects latencies without dropping any; its memory grows with the largest, not with their
 * number. Thread-safe.
 */
public final class LatencyRecorder {
  private final Histogram nanoseconds = new Histogram(LatencyStats.SIGNIFICANT_DIGITS);
  private long sumNanos;
  private long minNanos = Long.MAX_VALUE;
  private long maxNanos;

  public synchronized void record(long nanos) {
    nanoseconds.recordValue(nanos);
    sumNanos += nanos;
    minNanos = Math.min(minNanos, nanos);
    maxNanos = Math.max(maxNanos, nanos);
  }

  /** The statistics of all latencies recorded by now. */
  public synchronized LatencyStats soFar() {
    return new LatencyStats(nanoseconds.copy(), sumNanos, minNanos, maxNanos);
  }
}
