package pipeline.client.stats;

import org.HdrHistogram.Histogram;

/**
 * Some numbers of a distribution, in milliseconds.
 *
 * @param count of how many samples; the rest means nothing when it is 0
 */
public record LatencySummary(
    long count,
    double mean,
    double min,
    double p50,
    double p90,
    double p95,
    double p99,
    double p999,
    double max) {
  private static final double NANOS_PER_MILLI = 1e6;

  public static LatencySummary of(LatencyStats stats) {
    return new LatencySummary(
        stats.count(),
        stats.meanMillis(),
        stats.minMillis(),
        stats.percentileMillis(50),
        stats.percentileMillis(90),
        stats.percentileMillis(95),
        stats.percentileMillis(99),
        stats.percentileMillis(99.9),
        stats.maxMillis());
  }

  /**
   * Summarizes samples as {@link LatencyStats} does: mean, minimum and maximum are exact, and no
   * percentile, which a histogram gives a little above the sample, is above the maximum.
   */
  public static LatencySummary ofNanos(Histogram nanos, long sum, long min, long max) {
    long count = nanos.getTotalCount();
    return new LatencySummary(
        count,
        count == 0 ? 0 : sum / NANOS_PER_MILLI / count,
        count == 0 ? 0 : min / NANOS_PER_MILLI,
        percentile(nanos, 50, max),
        percentile(nanos, 90, max),
        percentile(nanos, 95, max),
        percentile(nanos, 99, max),
        percentile(nanos, 99.9, max),
        max / NANOS_PER_MILLI);
  }

  private static double percentile(Histogram nanos, double percent, long max) {
    return Math.min(nanos.getValueAtPercentile(percent), max) / NANOS_PER_MILLI;
  }
}
