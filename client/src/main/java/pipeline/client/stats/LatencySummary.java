package pipeline.client.stats;

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
}
