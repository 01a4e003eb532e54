package pipeline.client.report;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.StepStats;

/** The block that people's scripts read: labels, order, units and decimals are fixed. */
final class StatsBlock {
  private StatsBlock() {}

  static String format(StepStats stats) {
    LatencyStats latency = stats.successes();
    return String.format(
        Locale.ROOT,
        """
      All %d threads processing completed!
      -----
      -----STATS-----
      Total number of successful requests: %d
      Total number of unsuccessful requests: %d
      Mean response time : %.4f ms
      Median response time : %.4f ms
      99th Percentile response time : %.4f ms
      Max response time : %.4f ms
      Total wall time: %d ms
      Throughput: %.2f
      -----
      """,
        stats.threads(),
        stats.successes().count(),
        stats.failures().count(),
        latency.meanMillis(),
        latency.percentileMillis(50),
        latency.percentileMillis(99),
        latency.maxMillis(),
        TimeUnit.NANOSECONDS.toMillis(stats.wallNanos()),
        stats.throughput());
  }
}
