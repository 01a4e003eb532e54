package pipeline.peers;

import java.util.Locale;

/**
 * What is measured of a contender. The CPU of a line in µs is also the CPU seconds a million lines.
 */
enum Metric {
  RATE("lines/s", 0),
  MERGED_RATE("merged/s", 0),
  SERVER_CPU("server CPU µs/line", 2),
  CONSUMER_CPU("consumer CPU µs/line", 2),
  BROKER_CPU("broker CPU µs/line", 2),
  LOAD_CPU("load CPU µs/line", 2),
  P50("p50 ms", 2),
  P99("p99 ms", 2),
  FAILED("failed", 0),
  QUEUE_AT_END("ready at end", 0),
  DRAIN_SECONDS("s until consumer idle", 2),
  START_SECONDS("start-up s", 2),
  SERVER_PEAK("server peak MiB", 0),
  CONSUMER_PEAK("consumer peak MiB", 0),
  LOAD_PEAK("load peak MiB", 0),
  BROKER_MEMORY("broker MiB", 0);

  private final String title;
  private final int decimals;

  Metric(String title, int decimals) {
    this.title = title;
    this.decimals = decimals;
  }

  String title() {
    return title;
  }

  String format(double value) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }
}
