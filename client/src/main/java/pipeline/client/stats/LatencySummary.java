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

  public static LatencySummary ofNanos(Histogram nanos) {
    return new LatencySummary(
        nanos.getTotalCount(),
        nanos.getMean() / NANOS_PER_MILLI,
        nanos.getMinValue() / NANOS_PER_MILLI,
        nanos.getValueAtPercentile(50) / NANOS_PER_MILLI,
        nanos.getValueAtPercentile(90) / NANOS_PER_MILLI,
        nanos.getValueAtPercentile(95) / NANOS_PER_MILLI,
        nanos.getValueAtPercentile(99) / NANOS_PER_MILLI,
        nanos.getValueAtPercentile(99.9) / NANOS_PER_MILLI,
        nanos.getMaxValue() / NANOS_PER_MILLI);
  }
}
