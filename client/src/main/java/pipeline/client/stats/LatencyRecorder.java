package pipeline.client.stats;

import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Collects latencies without dropping any; its memory grows with the largest, not with their
 * number. Thread-safe: threads share a few stripes, so that thousands of them need no more memory
 * than a few.
 */
public final class LatencyRecorder {
  private static final int STRIPES = 8;

  private final List<Stripe> stripes;

  /** A recorder for any number of threads. */
  public LatencyRecorder() {
    this(STRIPES);
  }

  /**
   * @param stripes how many threads can record at once
   */
  public LatencyRecorder(int stripes) {
    this.stripes = Stream.generate(Stripe::new).limit(stripes).toList();
  }

  public void record(long nanos) {
    stripes.get((int) (Thread.currentThread().getId() % stripes.size())).record(nanos);
  }

  /** The statistics of all latencies recorded by now. */
  public LatencyStats soFar() {
    return LatencyStats.merge(stripes.stream().map(Stripe::copy).toList());
  }

  private static final class Stripe {
    private final Histogram nanoseconds = new Histogram(LatencyStats.SIGNIFICANT_DIGITS);
    private long sumNanos;
    private long minNanos = Long.MAX_VALUE;
    private long maxNanos;

    synchronized void record(long nanos) {
      nanoseconds.recordValue(nanos);
      sumNanos += nanos;
      minNanos = Math.min(minNanos, nanos);
      maxNanos = Math.max(maxNanos, nanos);
    }

    synchronized LatencyStats copy() {
      return new LatencyStats(nanoseconds.copy(), sumNanos, minNanos, maxNanos);
    }
  }
}
